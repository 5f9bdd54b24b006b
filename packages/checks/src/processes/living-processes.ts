import { readdirSync } from 'node:fs';
import { readProcess, variablesOf } from './read-process.ts';

/** Identifies the processes of one call: their group, and a mark in their environment. */
export interface MarkedProcesses {
  readonly group: number;
  /** The variable that holds the mark. It also finds processes that left the group. */
  readonly variable: string;
  readonly mark: string;
}

/**
 * Lists the marked processes that still run. On Linux this includes processes that left the group for a session of
 * their own. Elsewhere the answer is the group, as a negative id. Windows has no groups: the answer is the process.
 */
export function livingProcesses(marked: MarkedProcesses): number[] {
  if (process.platform === 'linux') return livingOnLinux(marked);
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

function livingOnLinux({ group, variable, mark }: MarkedProcesses): number[] {
  const entry = `${variable}=${mark}`;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((id) => id !== process.pid && isMarked(id, group, entry));
}

function isMarked(id: number, group: number, entry: string): boolean {
  const found = readProcess(id);
  return found !== undefined && (found.group === group || variablesOf(id).includes(entry));
}

function isAlive(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch {
    return false;
  }
}
