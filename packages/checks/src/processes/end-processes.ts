import { setTimeout as wait } from 'node:timers/promises';
import { livingProcesses, sendSignal, type MarkedProcesses } from './living-processes.ts';

/** How long a process may take to end after SIGTERM. */
const GRACE_MS = 1500;
const POLL_EVERY_MS = 25;
/** A process that outlives SIGKILL for this long hangs in the kernel. */
const KILL_MS = 2000;

/**
 * Ends the marked processes: SIGTERM first, then SIGKILL. Resolves when all have ended. Once `atOnce` is aborted they get
 * no more time to end by themselves.
 */
export async function endProcesses(marked: MarkedProcesses, atOnce?: AbortSignal): Promise<void> {
  if (livingProcesses(marked).length === 0) return;
  if (await areGone(marked, 'SIGTERM', GRACE_MS, atOnce)) return;
  await areGone(marked, 'SIGKILL', KILL_MS);
}

async function areGone(
  marked: MarkedProcesses,
  signal: NodeJS.Signals,
  timeMs: number,
  atOnce?: AbortSignal,
): Promise<boolean> {
  const signalled = new Set<number>();
  for (let passedMs = 0; passedMs <= timeMs; passedMs += POLL_EVERY_MS) {
    if (atOnce?.aborted === true) return false;
    const living = livingProcesses(marked);
    if (living.length === 0) return true;
    // Signal new processes too, but send SIGTERM only once to each.
    for (const id of living) if (!signalled.has(id) || signal === 'SIGKILL') sendSignal(id, signal);
    living.forEach((id) => signalled.add(id));
    await wait(POLL_EVERY_MS);
  }
  return false;
}
