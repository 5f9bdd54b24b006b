import { availableParallelism } from 'node:os';
import { CHECK_MARK, onInterruption, watchGroups } from '@loopwright/checks';
import { type Check, type Next, scopeOf } from '@loopwright/core';
import { type ChecksCall, type NamedCheck, runChecks as runChecksOf, type Verified } from '@loopwright/hooks';
import type { OpenRun, PlaceOfWork } from '@loopwright/store';
import { CliError, usageError } from '../program/cli-error.ts';
import type { Context } from '../program/context.ts';
import { placeOfCall, readChecks } from '../session/read-work-tree.ts';
import { createLiveOutput } from '../terminal/live-output.ts';

/** The checks to run, and the consumers of their results. */
export interface ChecksToRun extends Partial<Pick<ChecksCall, 'readTree' | 'record'>> {
  /** Left out: where the call stands. */
  readonly place?: PlaceOfWork;
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
export async function runChecks(context: Context, opened: OpenRun, toRun: ChecksToRun): Promise<Verified> {
  const { place = placeOfCall(context, opened.root), wanted, timeoutMs, jobs = 1, again } = toRun;
  const readTree = (checks: readonly Check[]): readonly (string | undefined)[] => {
    const { known } = readChecks(place, checks);
    return checks.map((check) => known.get(scopeOf(check)));
  };
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
      place,
      env: context.env,
      judge: () => ({ run: opened.run, env: context.env, askedBy: 'session' }),
      timeoutMs,
      jobs: Math.max(1, Math.min(jobs, MAX_JOBS)),
      signal: interruption.signal,
      live,
      watch,
      now: () => context.now(),
      newId: () => context.newId(),
      readTree: toRun.readTree ?? readTree,
      record: toRun.record ?? (() => undefined),
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
