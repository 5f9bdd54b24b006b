import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { FleetError } from './fleet-error.ts';

/**
 * Locks a file until it is released or this process ends; undefined if another process has it, also one of another
 * container, or of another machine on a network file system with locks. The program `flock` locks the file that both
 * have open, so the lock outlives it, and no stale one is left: the kernel removes it with this process.
 */
export function lockFile(path: string): (() => void) | undefined {
  const file = openSync(path, 'a', 0o600);
  const { error, status } = spawnSync('flock', ['-n', '3'], { stdio: ['ignore', 'ignore', 'ignore', file] });
  if (status === 0) return () => closeSync(file);
  closeSync(file);
  if (status === 1) return undefined;
  throw new FleetError('unreachable', `The file ${path} can't be locked: ${reasonOf(error, status)}.`);
}

function reasonOf(error: Error | undefined, status: number | null): string {
  if (error === undefined) return `flock ended with ${status}, its file system may have no locks`;
  return 'code' in error && error.code === 'ENOENT'
    ? 'the program flock is not on PATH; it belongs to util-linux'
    : error.message;
}
