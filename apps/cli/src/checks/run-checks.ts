import { availableParallelism } from 'node:os';
import { CHECK_MARK, onInterruption, watchGroups } from '@loopwright/checks';
import type { Next, Run } from '@loopwright/core';
import { type ChecksCall, type NamedCheck, runChecks as runChecksOf, type Verified } from '@loopwright/hooks';
import type { PlaceOfWork } from '@loopwright/store';
import { CliError, usageError } from '../program/cli-error.ts';
import type { Context } from '../program/context.ts';
import { placeOfCall } from '../session/read-work-tree.ts';
import { createLiveOutput } from '../terminal/live-output.ts';

/** The checks to run, and the consumers of their results. */
export interface ChecksToRun extends Pick<ChecksCall, 'readTree' | 'record'> {
  readonly root: string;
  /** Left out: where the call stands. */
  readonly place?: PlaceOfWork;
  /** The run now, for judges. */
  readonly run: () => Run;
  readonly wanted: readonly NamedCheck[];
  readonly timeoutMs?: number | undefined;
  readonly jobs?: number | undefined;
  /** The command to type after an interruption. */
  readonly again: Next;
}

/** More than this at once only makes checks wait for each other. */
const MAX_JOBS = Math.max(8, availableParallelism());

/**
 * Runs checks in the project's folder. Shows their output, stores its end as evidence, and passes on each
 * result at once. Throws `CliError` if interrupted, or if a check calls it.
 */
export async function runChecks(context: Context, toRun: ChecksToRun): Promise<Verified> {
  const { root, run, wanted, timeoutMs, jobs = 1, readTree, record, again, place } = toRun;
  if (context.env[CHECK_MARK]) {
    throw usageError('This is a check already; one that ran `loop verify` would never end.');
  }
  const interruption = new AbortController();
  const ignore = onInterruption(() => interruption.abort());
  const live = createLiveOutput(context.messages, wanted.length > 1, context.now);
  const watch = watchGroups();
  let verified: Verified;
  try {
    verified = await runChecksOf(wanted, {
      place: place ?? placeOfCall(context, root),
      env: context.env,
      judge: () => ({ run: run(), env: context.env, askedBy: 'session' }),
      timeoutMs,
      jobs: Math.max(1, Math.min(jobs, MAX_JOBS)),
      signal: interruption.signal,
      live,
      watch,
      now: () => context.now(),
      newId: () => context.newId(),
      readTree,
      record,
    });
  } catch (error) {
    // What still runs beside the one that failed would otherwise be waited for.
    interruption.abort();
    throw error;
  } finally {
    live.close();
    await watch.close();
    ignore();
  }
  if (interruption.signal.aborted) {
    throw new CliError({
      exit: 'interrupted',
      message: `Interrupted; the checks that ran were ended. ${verified.results.length} of ${wanted.length} had finished before.`,
      next: again,
    });
  }
  return verified;
}
