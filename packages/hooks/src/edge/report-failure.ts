import { closeSync, constants, fstatSync, lstatSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** The largest size of the log; later failures are not added. */
const MAX_BYTES = 256 * 1024;

const { O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_WRONLY } = constants;
const FLAGS = O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK;

/** Says in one line why a hook let go, on standard error and in `.loop/errors.log`; returns it. Never throws. */
export function reportFailure(error: unknown, root: string | undefined, event: string): string {
  const reason = error instanceof Error ? error.message : String(error);
  const line = `loop: ${event} let go: ${reason}`.replaceAll(/[^\x20-\x7e]+/g, ' ').slice(0, 500);
  try {
    writeSync(2, `${line}\n`);
  } catch {
    // Standard error is closed.
  }
  if (root === undefined) return line;
  try {
    const folder = join(root, '.loop');
    if (!lstatSync(folder).isDirectory()) return line;
    const file = openSync(join(folder, 'errors.log'), FLAGS, 0o600);
    const stat = fstatSync(file);
    const isOurs = stat.isFile() && stat.nlink === 1 && stat.size < MAX_BYTES;
    if (isOurs) writeSync(file, `${new Date().toISOString()} ${line}\n`);
    closeSync(file);
  } catch {
    // A read-only or foreign folder: standard error has the line.
  }
  return line;
}
