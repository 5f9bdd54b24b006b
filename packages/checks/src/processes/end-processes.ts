import { readdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { readProcess, variablesOf } from './read-process.ts';

/** A variable in the environment of processes. It also finds those that left their group. */
export interface Mark {
  readonly variable: string;
  readonly value: string;
}

/** Identifies the processes of one call: their group, a mark in their environment, or both. */
export interface MarkedProcesses {
  readonly group?: number | undefined;
  readonly mark?: Mark | undefined;
}

/** How long a process may take to end after SIGTERM. */
const GRACE_MS = 1500;
const POLL_EVERY_MS = 25;
/** A process that outlives SIGKILL for this long hangs in the kernel. */
const KILL_MS = 2000;

/**
 * Ends the marked processes: SIGTERM first, once for each, then SIGKILL. Resolves when all have ended. Once `atOnce` is
 * aborted they get no more time to end by themselves.
 */
export async function endProcesses(marked: MarkedProcesses, atOnce?: AbortSignal): Promise<void> {
  const asked = new Set<number>();
  for (let passedMs = 0; passedMs <= GRACE_MS + KILL_MS; passedMs += POLL_EVERY_MS) {
    const living = livingProcesses(marked);
    if (living.length === 0) return;
    const isKilling = passedMs > GRACE_MS || atOnce?.aborted === true;
    for (const id of living)
      if (isKilling || !asked.has(id)) sendSignal(id, isKilling ? 'SIGKILL' : 'SIGTERM');
    living.forEach((id) => asked.add(id));
    await wait(POLL_EVERY_MS);
  }
}

/**
 * Lists the marked processes that still run. On Linux this includes processes that left the group for a session of
 * their own. Elsewhere the answer is the group, as a negative id. Windows has no groups: the answer is the process. Without
 * a group the answer is empty there.
 */
function livingProcesses({ group, mark }: MarkedProcesses): readonly number[] {
  if (process.platform === 'linux') {
    const entry = mark && `${mark.variable}=${mark.value}`;
    return readdirSync('/proc')
      .map(Number)
      .filter((id) => id > 0 && id !== process.pid && isMarked(id, group, entry));
  }
  if (group === undefined) return [];
  const id = process.platform === 'win32' ? group : -group;
  return sendSignal(id, 0) ? [id] : [];
}

function isMarked(id: number, group: number | undefined, entry: string | undefined): boolean {
  const found = readProcess(id);
  if (found === undefined) return false;
  return found.group === group || (entry !== undefined && variablesOf(id).includes(entry));
}

/** Sends a signal to a process or, by its negative id, to a group. False for one that has ended. */
export function sendSignal(id: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(id, signal);
  } catch {
    return false;
  }
}
