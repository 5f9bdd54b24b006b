import { setTimeout as wait } from 'node:timers/promises';
import type { Run } from '@loopwright/core';
import { numberOf } from '../client/iteration-prompt.ts';
import type { DriverPorts } from '../ports.ts';
import type { DrivenRun } from './driven-run.ts';

/** How often the driver looks whether the run was paused or cancelled while it waits. */
const CHECK_EVERY_MS = 5000;
const REPORT_EVERY_MS = 60_000;

/** True if a rate limit ends soon enough: not after `latest`, and before the run's own time limit. */
export function isWorthWaiting(run: Run, retryAt: number | undefined, latest: number): boolean {
  if (retryAt === undefined || retryAt > latest) return false;
  const { limits, startedAt = 0 } = run.frames.at(-1) ?? {};
  return retryAt < startedAt + (limits?.timeMs ?? Infinity);
}

/**
 * Waits until a rate limit ends and reports the time left once a minute. It reads the clock after each short sleep,
 * so a suspended machine continues in time. Ends early when aborted, or when another process pauses or ends the run.
 */
export async function waitForLimit(
  { now, onProgress }: Pick<DriverPorts, 'now' | 'onProgress'>,
  driven: Pick<DrivenRun, 'run' | 'refresh'>,
  until: number,
  signal: AbortSignal,
  checkEveryMs = CHECK_EVERY_MS,
): Promise<'again' | 'over' | 'interrupted'> {
  let reportedAt = -Infinity;
  for (let at = now(); at < until && !signal.aborted; at = now()) {
    if (at - reportedAt >= REPORT_EVERY_MS) {
      onProgress({ kind: 'waiting', number: numberOf(driven.run), until, leftMs: until - at });
      reportedAt = at;
    }
    await wait(Math.min(checkEveryMs, until - at), undefined, { signal }).catch(() => undefined);
    driven.refresh();
    if (driven.run.status !== 'active') return 'over';
  }
  return signal.aborted ? 'interrupted' : 'again';
}
