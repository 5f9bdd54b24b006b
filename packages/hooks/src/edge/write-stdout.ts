import { writeSync } from 'node:fs';

/** A reader that is slow for longer than this is gone. */
const MAX_RETRIES = 2000;

/** Writes all text to standard output: retries a full pipe, gives up on a closed one. */
export function writeStdout(text: string): void {
  const bytes = Buffer.from(text);
  let offset = 0;
  for (let retries = 0; offset < bytes.length && retries < MAX_RETRIES;) {
    try {
      offset += writeSync(1, bytes, offset);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
      retries += 1;
    }
  }
}
