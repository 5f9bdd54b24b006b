import { setTimeout as wait } from 'node:timers/promises';
import { livingProcesses, sendSignal, type MarkedProcesses } from './living-processes.ts';

/** How long a process may take to end in good order. */
const GRACE_MS = 1500;
const LOOK_EVERY_MS = 25;
/** A killed process that is still there after this hangs in the kernel, and nobody can end it. */
const KILL_MS = 2000;

/** Ends every process of one thing that still lives: asks first, then kills. Resolves when none is left. */
export async function endProcesses(wanted: MarkedProcesses): Promise<void> {
  if (livingProcesses(wanted).length === 0) return;
  if (await areGone(wanted, 'SIGTERM', GRACE_MS)) return;
  await areGone(wanted, 'SIGKILL', KILL_MS);
}

async function areGone(wanted: MarkedProcesses, signal: NodeJS.Signals, timeMs: number): Promise<boolean> {
  const signalled = new Set<number>();
  for (let passedMs = 0; passedMs <= timeMs; passedMs += LOOK_EVERY_MS) {
    const living = livingProcesses(wanted);
    if (living.length === 0) return true;
    // Those that came meanwhile are told too; nobody is told twice to end in good order.
    for (const id of living) if (!signalled.has(id) || signal === 'SIGKILL') sendSignal(id, signal);
    living.forEach((id) => signalled.add(id));
    await wait(LOOK_EVERY_MS);
  }
  return false;
}
