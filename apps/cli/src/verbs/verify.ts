import { availableParallelism } from 'node:os';
import { rejectionText, type Check, type Decision, type Run } from '@loopwright/core';
import { fingerprint, writeEvidence, type OpenRun } from '@loopwright/store';
import { createLiveOutput } from '../checks/live-output.ts';
import { MARK_NAME } from '../checks/living-processes.ts';
import { verifyChecks, type CheckedCriterion, type Verification } from '../checks/verify-checks.ts';
import { watchGroups } from '../checks/watch-group.ts';
import { isOver } from '../place/is-over.ts';
import { requireRun } from '../place/locate-run.ts';
import { readFingerprints } from '../place/read-fingerprints.ts';
import { finish, submit } from '../place/submit.ts';
import type { Answer } from '../program/answer.ts';
import { CliError } from '../program/cli-error.ts';
import type { Context, Handler, Request } from '../program/context.ts';
import { nextFor } from '../answers/next-for.ts';
import { resolveName } from '../answers/resolve-name.ts';
import { verifyAnswer } from '../answers/verify-answer.ts';

/** Runs checks and records what they prove. */
export const verify: Handler<'verify'> = async (context, request) => {
  if (context.env[MARK_NAME]) {
    throw new CliError({
      exit: 'usage',
      message: 'This is a check already; one that ran `loop verify` would never end.',
    });
  }
  const opened = requireRun(context);
  try {
    if (isOver(opened.run) || opened.run.status === 'draft') throw notOpen(opened.run);
    return await verifyRun(context, request, opened);
  } finally {
    finish(opened, context.now());
  }
};

async function verifyRun(context: Context, request: Request<'verify'>, opened: OpenRun): Promise<Answer> {
  const wanted = wantedOf(opened.run, request.words);
  const notices: Decision['notices'][number][] = [];
  const interruption = new AbortController();
  const ignore = onInterruption(() => interruption.abort());
  const live = createLiveOutput(context.messages, wanted.length > 1, context.now);
  const watch = watchGroups();
  let results: readonly Verification[];
  try {
    results = await verifyChecks(wanted, {
      root: opened.root,
      env: context.env,
      timeoutMs: request.flags.timeout,
      jobs: Math.max(1, Math.min(request.flags.jobs ?? 1, MAX_JOBS)),
      signal: interruption.signal,
      live,
      watch,
      now: () => context.now(),
      newId: () => context.newId(),
      fingerprint: (check) => takeFingerprint(opened.root, check),
      keepOutput: (id, output) => {
        writeEvidence(opened.root, id, output);
      },
      record: (result) => {
        notices.push(...record(opened, result));
      },
    });
  } finally {
    live.close();
    await watch.close();
    ignore();
  }
  if (interruption.signal.aborted) {
    throw new CliError({
      exit: 'interrupted',
      message: `Interrupted; the checks that ran were ended. ${results.length} of ${wanted.length} had finished before.`,
      next: { words: ['verify'] },
    });
  }
  const now = readFingerprints(opened.root, opened.run.frames);
  return verifyAnswer({
    run: opened.run,
    results,
    notices,
    fingerprints: now,
    next: nextFor(opened.run, now),
  });
}

/** More than this at once only makes checks wait for each other. */
const MAX_JOBS = Math.max(8, availableParallelism());

function notOpen(run: Run): CliError {
  const rejection =
    run.status === 'draft'
      ? ({ code: 'no-run' } as const)
      : ({ code: 'ended', subject: run.status } as const);
  return new CliError({ exit: 'error', message: rejectionText(rejection) });
}

/** The criteria that are to be verified: those that were named, or all that have a check. */
function wantedOf(run: Run, words: readonly string[]): CheckedCriterion[] {
  const criteria = run.frames.at(-1)?.criteria ?? [];
  const names = criteria.map(({ name }) => name);
  const chosen = new Set(words.map((word) => resolveName(names, word)));
  const wanted = criteria.flatMap(({ name, check }): CheckedCriterion[] =>
    check && (chosen.size === 0 || chosen.has(name)) ? [{ name, check }] : [],
  );
  const unchecked = criteria.find(({ name, check }) => chosen.has(name) && !check);
  if (unchecked) {
    throw new CliError({
      exit: 'error',
      message: `"${unchecked.name}" has no check; it is ticked once it is true.`,
      next: { words: ['criterion', 'tick', unchecked.name] },
    });
  }
  if (wanted.length === 0) {
    throw new CliError({
      exit: 'error',
      message: 'No criterion has a check, so there is nothing to run.',
      next: { words: ['criterion', 'add', 'tests pass', '--check', 'npm test'], when: 'for example' },
    });
  }
  return wanted;
}

function takeFingerprint(root: string, { paths }: Check): string {
  return fingerprint(root, paths && paths.length > 0 ? { paths } : {}).value;
}

function record(opened: OpenRun, { criterion, evidence }: Verification): Decision['notices'] {
  const { decision, notices } = submit(opened, {
    type: 'verify',
    at: evidence.at,
    results: [{ criterion, evidence }],
  });
  if (decision.rejected) {
    throw new CliError({
      exit: 'error',
      message: `While its checks ran, the loop changed: ${rejectionText(decision.rejected)}`,
    });
  }
  return [...notices, ...decision.notices];
}

/** Ends the checks with us when somebody ends us; gives the way to stop listening. */
function onInterruption(interrupt: () => void): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, interrupt);
  return () => {
    for (const signal of signals) process.off(signal, interrupt);
  };
}
