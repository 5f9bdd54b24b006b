import { closeSync, constants, openSync, writeSync } from 'node:fs';

const { O_CREAT, O_EXCL, O_NOFOLLOW = 0, O_WRONLY } = constants;

/**
 * Writes a new file, with what the store asks of `write-file-atomic`. The package brings `signal-exit` along: with
 * its handlers a process that a disk holds up is deaf to the client's SIGTERM, and putting them on and off for each
 * file costs a third of a stop. The store gives a name that nobody else has, and looks at the size afterwards.
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
