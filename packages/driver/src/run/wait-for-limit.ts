import { setTimeout as wait } from 'node:timers/promises';
import type { Run } from '@loopwright/core';
import type { DriverPorts } from '../ports.ts';
import type { DrivenRun } from './driven-run.ts';

/** How often the driver looks whether the run was paused or cancelled while it waits. */
const CHECK_EVERY_MS = 5000;
const REPORT_EVERY_MS = 60_000;

/** True if a rate limit ends soon enough: within `maxWaitMs`, and before the run's own time limit. */
export function isWorthWaiting(
  run: Run,
  retryAt: number | undefined,
  { now, maxWaitMs }: { readonly now: number; readonly maxWaitMs: number },
): boolean {
  if (retryAt === undefined || retryAt - now > maxWaitMs) return false;
  const { limits, startedAt = 0 } = run.frames.at(-1) ?? {};
  return retryAt < startedAt + (limits?.timeMs ?? Infinity);
}

/** One wait for a rate limit. */
export interface LimitWait {
  /** The number of the iteration that is tried again. */
  readonly number: number;
  /** When the limit ends, in milliseconds since 1970. */
  readonly until: number;
  readonly signal: AbortSignal;
  readonly checkEveryMs?: number;
}

/**
 * Waits until a rate limit ends and reports the time left once a minute. It reads the clock after each short sleep,
 * so a suspended machine continues in time. Ends early when aborted, or when another process pauses or ends the run.
 */
export async function waitForLimit(
  { now, onProgress }: Pick<DriverPorts, 'now' | 'onProgress'>,
  driven: Pick<DrivenRun, 'run' | 'refresh'>,
  { number, until, signal, checkEveryMs = CHECK_EVERY_MS }: LimitWait,
): Promise<'again' | 'over' | 'interrupted'> {
  let reportedAt = -Infinity;
  for (let at = now(); at < until && !signal.aborted; at = now()) {
    if (at - reportedAt >= REPORT_EVERY_MS) {
      onProgress({ kind: 'waiting', number, until, leftMs: until - at });
      reportedAt = at;
    }
    await wait(Math.min(checkEveryMs, until - at), undefined, { signal }).catch(() => undefined);
    driven.refresh();
    if (driven.run.status !== 'active') return 'over';
  }
  return signal.aborted ? 'interrupted' : 'again';
}
