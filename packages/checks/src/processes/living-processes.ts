import { readdirSync } from 'node:fs';
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

/**
 * Lists the marked processes that still run. On Linux this includes processes that left the group for a session of
 * their own. Elsewhere the answer is the group, as a negative id. Windows has no groups: the answer is the process. Without
 * a group the answer is empty there.
 */
export function livingProcesses(marked: MarkedProcesses): number[] {
  if (process.platform === 'linux') return livingOnLinux(marked);
  if (marked.group === undefined) return [];
  const id = process.platform === 'win32' ? marked.group : -marked.group;
  return isAlive(id) ? [id] : [];
}

/** Sends a signal to a process or, by its negative id, to a group. A process that has ended is fine. */
export function sendSignal(id: number, signal: NodeJS.Signals): void {
  try {
    process.kill(id, signal);
  } catch {
    // It has ended.
  }
}

function livingOnLinux({ group, mark }: MarkedProcesses): number[] {
  const entry = mark && `${mark.variable}=${mark.value}`;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((id) => id !== process.pid && isMarked(id, group, entry));
}

function isMarked(id: number, group: number | undefined, entry: string | undefined): boolean {
  const found = readProcess(id);
  if (found === undefined) return false;
  return found.group === group || (entry !== undefined && variablesOf(id).includes(entry));
}

function isAlive(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch {
    return false;
  }
}
