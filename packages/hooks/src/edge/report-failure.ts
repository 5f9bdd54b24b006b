import { closeSync, constants, fstatSync, lstatSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** The largest size of the log; later failures are not added. */
const MAX_BYTES = 256 * 1024;

/**
 * Reports in one line why a hook let go, on standard error and in `.loop/errors.log`, and returns the line. Never
 * throws.
 */
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
    const { O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_WRONLY } = constants;
    const file = openSync(
      join(folder, 'errors.log'),
      O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK,
      0o600,
    );
    try {
      const { size, nlink } = fstatSync(file);
      if (fstatSync(file).isFile() && nlink === 1 && size < MAX_BYTES) {
        writeSync(file, `${new Date().toISOString()} ${line}\n`);
      }
    } finally {
      closeSync(file);
    }
  } catch {
    // A read-only or foreign folder: standard error has the line.
  }
  return line;
}
