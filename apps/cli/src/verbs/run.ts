import { join, resolve } from 'node:path';
import { announce, sanitize, sanitizeLine, type Run } from '@loopwright/core';
import { runJson } from '../answers/run-json.ts';
import { unclearAnswer } from '../answers/unclear-answer.ts';
import { watchGroups } from '../processes/watch-group.ts';
import { onInterruption } from '../processes/on-interruption.ts';
import { wrapText } from '../page/wrap-text.ts';
import { readFingerprints } from '../place/read-fingerprints.ts';
import { isExtension, resumeCommand } from '../plan/frame-plan.ts';
import type { Answer } from '../program/answer.ts';
import { CliError } from '../program/cli-error.ts';
import { commandForClaude } from '../program/command-name.ts';
import type { Context, Handler, Request } from '../program/context.ts';
import { writeArtifacts } from '../run/artifacts.ts';
import type { ClientPlan } from '../run/client-call.ts';
import { createDrivenRun, type DrivenRun } from '../run/driven-run.ts';
import { drive, endLeftovers } from '../run/drive.ts';
import { withEnvironment } from '../run/env-limits.ts';
import { findClient, findPlugin } from '../run/find-parts.ts';
import { type Begun, openToResume, startForDriver } from '../run/open-for-driver.ts';
import { exitOf, resumeWith } from '../run/outcome.ts';
import { rejectionError } from '../run/rejection-error.ts';
import type { ExitName } from '../table/exit-codes.ts';
import { shortId } from '../place/short-id.ts';

/** How long one iteration may take unless somebody says otherwise. */
const ITERATION_TIMEOUT_MS = 3_600_000;

/** Works on a loop without anybody there, one fresh client an iteration, until the stop table lets it go. */
export const run: Handler<'run'> = async (context, request) => {
  const { env, script } = context;
  if (env['LOOP_DISABLE'] === '1' || env['IDLE_LOOP_DISABLE'] === '1') throw switchedOff();
  const { flags } = request;
  const program = findClient(context, flags.claude);
  const plan: ClientPlan = {
    command: commandForClaude(env, script, process.execPath),
    model: flags.model,
    permissionMode: flags['permission-mode'],
    pluginFolder: findPlugin(context, script, flags.plugin),
    extra: request.handedOn,
  };
  const iterationTimeoutMs = flags['iteration-timeout'] ?? ITERATION_TIMEOUT_MS;
  const begun = begin(context, request, iterationTimeoutMs);
  if (begun.status === 'unclear') return unclearAnswer(begun.score, 'run');
  for (const notice of begun.notices) context.messages.write(`[LOOP] ${notice}\n`);

  const interruption = new AbortController();
  const ignore = onInterruption(() => interruption.abort());
  const watch = watchGroups();
  const { signal } = interruption;
  const driven = createDrivenRun(context, begun.opened, signal);
  try {
    if (flags.resume) await goOn(context, driven, flags);
    const ended = await drive({
      context,
      driven,
      plan,
      program,
      iterationTimeoutMs,
      isNew: !flags.resume,
      watch,
      signal,
    });
    return answer(context, request, driven.run, driven.root, ended);
  } catch (error) {
    keepArtifacts(context, request, driven.root, driven.run);
    throw error;
  } finally {
    await watch.close();
    ignore();
  }
};

function begin(context: Context, request: Request<'run'>, iterationTimeoutMs: number): Begun {
  if (request.flags.resume) {
    if (request.words.length > 0 || request.flags['spec-file'] !== undefined) {
      throw new CliError({ exit: 'usage', message: '--resume goes on with the spec that the run has.' });
    }
    return { status: 'open', opened: openToResume(context), notices: [] };
  }
  const flags = withEnvironment(request.flags, context.env);
  return startForDriver(context, { ...request, flags }, iterationTimeoutMs);
}

/** Lets a run at rest go on, with more of what it ran out of, and settles what a killed driver left behind. */
async function goOn(context: Context, driven: DrivenRun, flags: Request<'run'>['flags']): Promise<void> {
  const command = resumeCommand(flags, context.now());
  if (driven.run.status !== 'active' || isExtension(command)) {
    const { rejected } = await driven.record(command);
    if (rejected)
      throw rejectionError(
        rejected,
        rejected.code === 'spent-up' ? 'budget' : 'error',
        resumeWith(driven.run),
      );
  }
  // Whoever drove it until now has to lose it first, or he would go on as soon as his client is ended.
  await driven.handTo(context.newId());
  await endLeftovers(driven);
  await driven.payDebts();
}

function switchedOff(): CliError {
  return new CliError({
    exit: 'error',
    message: 'Loops are switched off here by LOOP_DISABLE=1 or IDLE_LOOP_DISABLE=1. Nothing was started.',
  });
}

function answer(
  context: Context,
  request: Request<'run'>,
  run: Run,
  root: string,
  ended: 'over' | 'interrupted',
): Answer {
  const exit: ExitName = ended === 'interrupted' ? 'interrupted' : exitOf(run);
  const artifacts = keepArtifacts(context, request, root, run);
  const reason = announce({ kind: 'ended', run });
  const costUsd = run.frames[0]?.spend.usd ?? 0;
  const now = readFingerprints(root, run.frames);
  const lines = [
    reason,
    `Iterations: ${run.frames[0]?.iteration ?? 0}, cost: $${costUsd.toFixed(2)}`,
    ...(artifacts === null ? [] : [`Artifacts: ${sanitizeLine(artifacts, 500)}`]),
  ];
  const isAtRest = run.status === 'paused' || run.status === 'stuck';
  return {
    exit,
    json: { ok: exit === 'ok', exit, reason, costUsd, artifacts, run: runJson(run, now) },
    text: (page) => lines.flatMap((line) => wrapText(sanitize(line), page.width)),
    next: isAtRest ? resumeWith(run) : { words: ['explain', '--run', shortId(run.id)], when: 'to see why' },
  };
}

/** Writes the artifacts; that they can't be written is said, and changes nothing. */
function keepArtifacts(context: Context, { flags }: Request<'run'>, root: string, run: Run): string | null {
  const folder =
    flags.artifacts === undefined ? join(root, '.loop', 'artifacts') : resolve(context.cwd, flags.artifacts);
  const written = writeArtifacts(root, run, folder);
  if ('folder' in written) return written.folder;
  context.messages.write(`[LOOP] The artifacts could not be written to ${folder}: ${written.failure}\n`);
  return null;
}
