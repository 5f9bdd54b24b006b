import { join, resolve } from 'node:path';
import { onInterruption } from '@loopwright/checks';
import { announce, doneLines, cost, sanitize, sanitizeLine, type WorkTree } from '@loopwright/core';
import { parseArguments } from '@loopwright/core/flags';
import { placeOfWork } from '@loopwright/store';
import { type ClientPlan, type Driven, DriverError, driveRun } from '@loopwright/driver';
import { disabledBy } from '@loopwright/hooks/facts';
import { runJson } from '../../answers/run-json.ts';
import { unclearAnswer } from '../../answers/unclear-answer.ts';
import { wrapText } from '../../terminal/wrap-text.ts';
import { readWorkTree } from '../../session/read-work-tree.ts';
import { shortId } from '../../session/run-summary.ts';
import { resumeCommand } from '../../plan/frame-plan.ts';
import type { Answer, Context, Handler, Request } from '../../program/context.ts';
import { CliError, exitCodes, type ExitName } from '../../program/cli-error.ts';
import { commandForClaude } from '../../program/command-name.ts';
import { verbs } from '../../verbs.ts';
import { deliver, type Delivered, deliveredLines, committerOf } from './delivery/deliver.ts';
import { driverError } from './driver-error.ts';
import { runBatch } from './batch/run-batch.ts';
import { findClient, findPlugin } from './find-parts.ts';
import { type Begun, openToResume, startForDriver } from './open-for-driver.ts';
import { exitOf, resumeWith } from './outcome.ts';
import { createProgressView } from './progress-view.ts';

/** How long one iteration may take by default. */
const ITERATION_TIMEOUT_MS = 3_600_000;

/** How long a second interruption may take to be put on record. */
const LAST_WORDS_MS = 2000;

/** Works on a loop without a user, one fresh client per iteration, until the stop table lets it go. */
export const run: Handler<'run'> = async (context, request) => {
  const { env, script } = context;
  const off = disabledBy(env);
  if (off !== undefined) throw switchedOff(off);
  const { flags } = request;
  if (flags.retry && !(flags.resume && flags.specs !== undefined)) {
    throw new CliError({ exit: 'usage', message: '--retry goes with --resume --specs.' });
  }
  if (flags.specs !== undefined) return runBatch(context, request, flags.specs);
  const client: ClientPlan = {
    program: findClient(context, flags.claude),
    command: commandForClaude(env, script, process.execPath),
    model: flags.model,
    permissionMode: flags['permission-mode'],
    pluginFolder: findPlugin(context, script, flags.plugin),
    extra: request.handedOn,
  };
  const iterationTimeoutMs = flags['iteration-timeout'] ?? ITERATION_TIMEOUT_MS;
  const begun = await begin(context, withTreeName(request), iterationTimeoutMs);
  if (begun.status === 'unclear') return unclearAnswer(begun.score, 'run', begun.offered);
  const view = createProgressView(context.messages, flags.progress ?? 'auto', context);
  for (const notice of begun.notices) view.say(`[LOOP] ${notice}`);

  const interruption = new AbortController();
  const atOnce = new AbortController();
  const ignore = onInterruption((signal) => {
    if (interruption.signal.aborted) {
      // A closed terminal sends its signal more than once.
      if (signal === 'SIGHUP') return;
      atOnce.abort();
      // A check or a write may still block the exit. When we exit, the driver's watch kills running programs.
      setTimeout(() => process.exit(exitCodes.interrupted.code), LAST_WORDS_MS).unref();
      return;
    }
    interruption.abort();
    view.say('[LOOP] Interrupted: Claude ends its turn, then the loop pauses. Once more ends it at once.');
  });
  const { opened, delivery } = begun;
  const { root } = opened;
  try {
    const committer = delivery && (await committerOf(delivery, opened.run.id, env));
    const wasOver = opened.run.status === 'completed';
    if (wasOver) opened.close();
    const driven: Driven = wasOver
      ? { ended: 'over', run: opened.run, artifacts: null }
      : await driveRun({
          opened,
          committer,
          client,
          iterationTimeoutMs,
          maxWaitMs: flags['max-wait'],
          resume: flags.resume ? resumeCommand(flags, context.now()) : undefined,
          takeOver: flags['take-over'],
          artifacts:
            flags.artifacts === undefined
              ? join(root, '.loop', 'artifacts')
              : resolve(context.cwd, flags.artifacts),
          signal: interruption.signal,
          atOnce: atOnce.signal,
          ports: {
            env,
            now: context.now,
            newId: context.newId,
            onProgress: view.show,
          },
        });
    const isInterrupted = driven.ended === 'interrupted';
    const now = readWorkTree(placeOfWork(root, root), driven.run.frames);
    const delivered =
      delivery && (await deliver({ root, run: driven.run, delivery, committer, env, isInterrupted }));
    return answer(root, driven, now, delivered);
  } catch (error) {
    throw error instanceof DriverError ? driverError(error) : error;
  } finally {
    view.close();
    ignore();
  }
};

async function begin(context: Context, request: Request<'run'>, iterationTimeoutMs: number): Promise<Begun> {
  if (request.flags.resume) {
    if (request.words.length > 0 || request.flags['spec-file'] !== undefined) {
      throw new CliError({ exit: 'usage', message: '--resume goes on with the spec that the run has.' });
    }
    return openToResume(context);
  }
  return startForDriver(context, request, iterationTimeoutMs);
}

/** `--worktree NAME --spec-file FILE`: no other word is expected there, so it is the name. */
function withTreeName(request: Request<'run'>): Request<'run'> {
  const { words, flags } = request;
  const hasSpec = flags['spec-file'] !== undefined || flags.resume;
  const [name, ...more] = words;
  if (flags.worktree !== '' || !hasSpec || name === undefined || more.length > 0) return request;
  const parsed = parseArguments(verbs.run, [`--worktree=${name}`]);
  if (!parsed.ok) throw new CliError({ exit: 'usage', message: parsed.problem.message });
  return { ...request, words: [], flags: { ...flags, worktree: name } };
}

function switchedOff(name: string): CliError {
  return new CliError({
    exit: 'error',
    message: `Loops are switched off here by ${name}. Nothing was started.`,
  });
}

function answer(
  root: string,
  { ended, run, artifacts: written }: Driven,
  now: WorkTree,
  delivered?: Delivered,
): Answer {
  const isInterrupted = ended === 'interrupted';
  const exit: ExitName = isInterrupted ? 'interrupted' : delivered?.problem ? 'error' : exitOf(run);
  const reason = announce({ kind: 'ended', run });
  const costUsd = run.frames[0]?.spend.usd ?? 0;
  const { records } = delivered ?? {};
  const artifacts =
    records !== undefined && written === join(root, '.loop', 'artifacts')
      ? join(records, 'artifacts')
      : written;
  const lines = [
    reason,
    ...doneLines(run),
    `Iterations: ${run.frames[0]?.iteration ?? 0}, cost: ${cost(costUsd)}`,
    ...(delivered ? deliveredLines(delivered) : []),
    ...(artifacts === null ? [] : [`Artifacts: ${sanitizeLine(artifacts, 500)}`]),
  ];
  const goesOn = run.status === 'paused' || run.status === 'stuck' || Boolean(delivered?.problem);
  return {
    exit,
    json: {
      ok: exit === 'ok',
      exit,
      reason,
      costUsd,
      artifacts,
      ...runJson(run, now),
      ...(delivered && { delivery: deliveryJson(delivered) }),
    },
    text: (page) => lines.flatMap((line) => wrapText(sanitize(line), page.width)),
    next: goesOn ? resumeWith(run) : { words: ['explain', '--run', shortId(run.id)], when: 'to see why' },
  };
}

function deliveryJson({ records: _records, ...delivered }: Delivered): Omit<Delivered, 'records'> {
  return delivered;
}
