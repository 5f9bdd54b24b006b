import { join, resolve } from 'node:path';
import { onInterruption } from '@loopwright/checks';
import { doubtsLine, endSentence, sanitize, sanitizeLine, type WorkTree } from '@loopwright/core';
import { type ClientPlan, type Driven, DriverError, driveRun, hostOf, readAgent } from '@loopwright/driver';
import { disabledBy } from '@loopwright/hooks/facts';
import { placeOfWork } from '@loopwright/store';
import { runJson } from '../../answers/run-json.ts';
import { resumeCommand } from '../../plan/frame-plan.ts';
import { CliError, exitCodes, type ExitName, usageError } from '../../program/cli-error.ts';
import { commandForClaude } from '../../program/command-name.ts';
import type { Answer, Handler, Request } from '../../program/context.ts';
import { readArguments } from '../../program/read-arguments.ts';
import { findNewRoot } from '../../session/place.ts';
import { readWorkTree } from '../../session/read-work-tree.ts';
import { shortId } from '../../session/run-summary.ts';
import { wrapText } from '../../terminal/wrap-text.ts';
import { verbs } from '../../verbs.ts';
import { runBatch } from './batch/run-batch.ts';
import { committerOf, deliver, type Delivered, deliveredLines } from './delivery/deliver.ts';
import { agentOf, costNotice, measuredOf } from './agent.ts';
import { findClient, findPlugin } from './find-client.ts';
import { driverError, exitOf, resumeWith } from './outcome.ts';
import { createProgressView } from './progress.ts';
import { openToResume } from './resume-run.ts';
import { startForDriver } from './start-run.ts';

/** How long one iteration may take by default. */
const ITERATION_TIMEOUT_MS = 3_600_000;

/** How long a second interruption may take to be put on record. */
const LAST_WORDS_MS = 2000;

/** Works on a loop without a user, one fresh client per iteration, until the stop table lets it go. */
export const run: Handler<'run'> = async (context, asked) => {
  const { env, script } = context;
  const off = disabledBy(env);
  if (off !== undefined) {
    const message = `Loops are switched off here by ${off}. Nothing was started.`;
    throw new CliError({ message });
  }
  const { specs, resume, retry } = asked.flags;
  if (retry && !(resume && specs !== undefined)) throw usageError('--retry goes with --resume --specs.');
  if (specs !== undefined) return runBatch(context, asked, specs);
  const request = withTreeName(asked);
  const { words, flags } = request;
  const iterationTimeoutMs = flags['iteration-timeout'] ?? ITERATION_TIMEOUT_MS;
  if (resume && (words.length > 0 || flags['spec-file'] !== undefined))
    throw usageError('--resume goes on with the spec that the run has.');
  const clientOf = (root: string, last?: string): ClientPlan => {
    const host = agentOf(context, root, flags, last);
    costNotice(host, measuredOf(context, root, host, flags.model), flags);
    return {
      host,
      program: findClient(context, host, flags.claude),
      command: commandForClaude(env, script, process.execPath),
      model: flags.model,
      permissionMode: flags['permission-mode'],
      pluginFolder: findPlugin(context, flags.plugin),
      extra: request.handedOn,
      maxSilenceMs: flags['max-silence'],
    };
  };
  // A new run whose agent is missing doesn't begin.
  const planned = resume ? undefined : clientOf(findNewRoot(context));
  const begun = planned
    ? await startForDriver(context, request, iterationTimeoutMs, planned)
    : await openToResume(context);
  if (!('opened' in begun)) return begun;
  const { opened, delivery, notices } = begun;
  const { root } = opened;
  const client = planned ?? clientOf(root, readAgent({ root, runId: opened.run.id }));
  const view = createProgressView(context.messages, flags.progress ?? 'auto', {
    ...context,
    host: hostOf(client),
  });
  if (flags.progress !== 'none') for (const notice of notices) view.say(`[LOOP] ${notice}`);
  const interruption = listenForInterruptions(view.say, hostOf(client).words.agent);
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
          resume: resume ? resumeCommand(flags, context.now()) : undefined,
          takeOver: flags['take-over'],
          artifacts: resolve(context.cwd, flags.artifacts ?? join(root, '.loop', 'artifacts')),
          signal: interruption.signal,
          atOnce: interruption.atOnce,
          ports: {
            env,
            now: context.now,
            newId: context.newId,
            onProgress: (progress) => {
              view.show(progress);
              if (progress.kind === 'begun') context.tellStarter?.('begun');
            },
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
    interruption.ignore();
  }
};

/** Lets the agent end its turn on the first Ctrl-C (`signal`), and ends the command soon after a second one (`atOnce`). */
function listenForInterruptions(say: (line: string) => void, agent: string) {
  const [first, second] = [new AbortController(), new AbortController()];
  const ignore = onInterruption((signal) => {
    if (!first.signal.aborted) {
      first.abort();
      say(`[LOOP] Interrupted: ${agent} ends its turn, then the loop pauses. Once more ends it at once.`);
      return;
    }
    // A closed terminal sends its signal more than once.
    if (signal === 'SIGHUP') return;
    second.abort();
    // A check or a write may still block the exit. When we exit, the driver's watch kills running programs.
    setTimeout(() => process.exit(exitCodes.interrupted.code), LAST_WORDS_MS).unref();
  });
  return { signal: first.signal, atOnce: second.signal, ignore };
}

/** `--worktree NAME --spec-file FILE`: no other word is expected there, so it is the name. */
function withTreeName(request: Request<'run'>): Request<'run'> {
  const { words, flags } = request;
  const hasSpec = flags['spec-file'] !== undefined || flags.resume;
  const [name, ...more] = words;
  if (flags.worktree !== '' || !hasSpec || name === undefined || more.length > 0) return request;
  readArguments(verbs.run, [`--worktree=${name}`], ['help', 'run']);
  return { ...request, words: [], flags: { ...flags, worktree: name } };
}

function answer(
  root: string,
  { ended, run, artifacts: written }: Driven,
  now: WorkTree,
  delivered?: Delivered,
): Answer {
  const isInterrupted = ended === 'interrupted';
  const exit: ExitName = isInterrupted ? 'interrupted' : delivered?.problem ? 'error' : exitOf(run);
  const reason = endSentence(run);
  const { usd: costUsd = 0, isUnpriced } = run.frames[0]?.spend ?? {};
  const { records } = delivered ?? {};
  const artifacts =
    records !== undefined && written === join(root, '.loop', 'artifacts')
      ? join(records, 'artifacts')
      : written;
  const lines = [
    reason,
    ...[doubtsLine(run)].filter((line) => line !== ''),
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
      // Some of the cost is unknown, and `costUsd` leaves it out.
      ...(isUnpriced && { isUnpriced }),
      artifacts,
      ...runJson(run, now),
      // Its records are where the artifacts are.
      ...(delivered && { delivery: { ...delivered, records: undefined } }),
    },
    text: (page) => lines.flatMap((line) => wrapText(sanitize(line), page.width)),
    next: goesOn ? resumeWith(run) : { words: ['explain', '--run', shortId(run.id)], when: 'to see why' },
  };
}
