import { closeSync, constants, openSync, writeSync } from 'node:fs';

const { O_CREAT, O_EXCL, O_NOFOLLOW = 0, O_WRONLY } = constants;

/**
 * Writes a new file; replaces `write-file-atomic`, which depends on `signal-exit`. Its signal handlers make a hook that
 * waits for a disk ignore the client's SIGTERM. Adding and removing them for each file costs a third of a stop. The
 * store passes a unique name and checks the size afterwards.
 */
function sync(path: string, text: string, { mode }: { readonly mode: number }): void {
  const file = openSync(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode);
  try {
    writeSync(file, text);
  } finally {
    closeSync(file);
  }
}

// As the package exports it.
// oxlint-disable-next-line import/no-default-export
export default { sync };
