import { closeSync, constants, fstatSync, lstatSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** The log of failures stays small; past this size nothing more is written to it. */
const MAX_BYTES = 256 * 1024;

/**
 * Says in one line why a hook let go although something is wrong, on standard error and in
 * `.loop/errors.log`. Never throws: a failure to report must not become one.
 */
export function reportFailure(error: unknown, root: string | undefined, event: string): void {
  const reason = error instanceof Error ? error.message : String(error);
  const line = `loop: ${event} let go: ${reason}`.replaceAll(/[^\x20-\x7e]+/g, ' ').slice(0, 500);
  try {
    writeSync(2, `${line}\n`);
  } catch {
    // Nobody listens.
  }
  if (root === undefined) return;
  try {
    const folder = join(root, '.loop');
    if (!lstatSync(folder).isDirectory()) return;
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
    // A read-only or foreign folder: standard error has said it.
  }
}
