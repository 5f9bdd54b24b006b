import { readFileSync } from 'node:fs';

/** A process as Linux shows it. */
export interface ProcessFacts {
  readonly parent: number;
  readonly group: number;
  /** True if it has a controlling terminal. */
  readonly hasTerminal: boolean;
  /** When it started, in the kernel's own count. */
  readonly started: string;
}

/** Reads a process; undefined for one that has ended or waits to be reaped, and on other systems. */
export function readProcess(id: number): ProcessFacts | undefined {
  const stat = read(id, 'stat');
  // The program's name is in parentheses and may contain any character. The fields follow the last one.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? ['X'];
  const [state, parent, group, , terminal] = fields;
  if (state === 'Z' || state === 'X') return undefined;
  return {
    parent: Number(parent),
    group: Number(group),
    hasTerminal: terminal !== '0',
    started: fields[19] ?? '',
  };
}

/** The variables that a process was started with, as `NAME=value`; none for a process of another user. */
export function variablesOf(id: number): readonly string[] {
  return read(id, 'environ')?.split('\0') ?? [];
}

function read(id: number, file: 'stat' | 'environ'): string | undefined {
  try {
    return readFileSync(`/proc/${id}/${file}`, 'latin1');
  } catch {
    return undefined;
  }
}
