import { readSync } from 'node:fs';
import { CliError } from './cli-error.ts';

/** No spec is longer; a journal takes far less. */
const MAX_BYTES = 1024 * 1024;
const CHUNK_BYTES = 64 * 1024;
const STDIN = 0;
const STDERR = 2;

/** Reads all of standard input, up to a mebibyte. Throws `CliError` when there is more, or when it can't be read. */
export function readInput(): Uint8Array {
  return readAll(STDIN, 'Standard input');
}

/** Asks the person at the terminal, and returns the line that they typed; undefined without a terminal. */
export function askPerson(question: string): string | undefined {
  const { isatty } = process.getBuiltinModule('node:tty');
  if (!isatty(STDIN) || !isatty(STDERR)) return undefined;
  process.stderr.write(question);
  return readChunk(STDIN, 'The terminal').toString().trim();
}

/** Reads an open file or pipe to its end, up to a mebibyte. Throws `CliError` that begins with its name. */
export function readAll(file: number, name: string): Uint8Array {
  const chunks: Buffer[] = [];
  let total = 0;
  for (;;) {
    const chunk = readChunk(file, name);
    if (chunk.length === 0) return Buffer.concat(chunks);
    total += chunk.length;
    if (total > MAX_BYTES) throw new CliError({ exit: 'usage', message: `${name} holds more than 1 MiB.` });
    chunks.push(chunk);
  }
}

function readChunk(file: number, name: string): Buffer {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  for (;;) {
    try {
      return buffer.subarray(0, readSync(file, buffer));
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      // Windows says so at the end of a pipe.
      if (code === 'EOF') return buffer.subarray(0, 0);
      // The pipe is non-blocking and still empty.
      if (code === 'EAGAIN') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
      else throw new CliError({ message: `${name} could not be read: ${code}.`, cause: error });
    }
  }
}
