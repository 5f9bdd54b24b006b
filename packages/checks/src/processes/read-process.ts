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

/** More ancestors than this are a loop in `/proc`. */
const MAX_ANCESTORS = 256;

/** Reads a process; undefined for one that has ended or waits to be reaped, and on other systems. */
export function readProcess(id: number): ProcessFacts | undefined {
  const stat = read(`${id}/stat`);
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
  return read(`${id}/environ`)?.split('\0') ?? [];
}

/**
 * A process and those above it, as far as they can be read. Only the process itself on other systems than Linux.
 * Process 1 counts: in a container it may be the client.
 */
export function* ancestorsOf(id: number): Generator<number> {
  let ancestor = id;
  for (let count = 0; ancestor > 0 && count < MAX_ANCESTORS; count += 1) {
    yield ancestor;
    ancestor = readProcess(ancestor)?.parent ?? 0;
  }
}

/** Names the boot of this machine, as process ids are unique within one; empty where only Linux would tell. */
export function bootId(): string {
  return read('sys/kernel/random/boot_id')?.trim() ?? '';
}

function read(path: string): string | undefined {
  try {
    return readFileSync(`/proc/${path}`, 'latin1');
  } catch {
    return undefined;
  }
}
