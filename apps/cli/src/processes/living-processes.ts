import { readdirSync, readFileSync } from 'node:fs';

/** What tells the processes that we started for one thing: their group, and a mark in their environment. */
export interface MarkedProcesses {
  readonly group: number;
  /** The variable that holds the mark, by which they are told from all others, wherever they moved. */
  readonly variable: string;
  readonly mark: string;
}

/**
 * Lists the processes of one thing that still live. On Linux that includes those that left the group for a session of
 * their own; elsewhere the group is all that can be asked for, and it is named by its negative id. Windows has no
 * groups, so there it is the process alone.
 */
export function livingProcesses(wanted: MarkedProcesses): number[] {
  if (process.platform === 'linux') return livingOnLinux(wanted);
  const id = process.platform === 'win32' ? wanted.group : -wanted.group;
  return isAlive(id) ? [id] : [];
}

/** Sends a signal to a process or, by its negative id, to a group; one that is gone is fine. */
export function sendSignal(id: number, signal: NodeJS.Signals): void {
  try {
    process.kill(id, signal);
  } catch {
    // It ended by itself.
  }
}

function livingOnLinux({ group, variable, mark }: MarkedProcesses): number[] {
  const entry = `${variable}=${mark}`;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((id) => id !== process.pid && isMeant(id, group, entry));
}

function isMeant(id: number, group: number, entry: string): boolean {
  const stat = read(`/proc/${id}/stat`);
  if (stat === undefined) return false;
  // The name of the program stands in parentheses and may hold anything; the fields come after the last one.
  const [state, , processGroup] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (state === 'Z' || state === 'X') return false;
  if (Number(processGroup) === group) return true;
  return read(`/proc/${id}/environ`)?.split('\0').includes(entry) ?? false;
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    // It ended meanwhile, or it is somebody else's.
    return undefined;
  }
}

function isAlive(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch {
    return false;
  }
}
