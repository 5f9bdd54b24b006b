import { read } from 'node:fs';

/** What the client sends is a few kilobytes; a batch of large tool results can reach some megabytes. */
const MAX_BYTES = 16 * 1024 * 1024;
/** A pipe that nobody closes must not hold the user. */
const DEADLINE_MS = 2000;
const CHUNK_BYTES = 64 * 1024;

/**
 * Reads standard input to its end, up to a size and a time limit; undefined when either is passed or the
 * bytes are no UTF-8. With `fs.read` instead of `process.stdin`, which costs a stream and a socket.
 */
export function readStdin(done: (text: string | undefined) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  let isOver = false;
  const finish = (text: string | undefined): void => {
    if (isOver) return;
    isOver = true;
    clearTimeout(deadline);
    done(text);
  };
  const deadline = setTimeout(() => finish(undefined), DEADLINE_MS);
  const next = (): void => {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    read(0, chunk, 0, CHUNK_BYTES, null, (error, count) => {
      if (isOver) return;
      // A terminal or a socket without data says "again" and not "end".
      if (error?.code === 'EAGAIN') setTimeout(next, 5);
      else if (error && error.code !== 'EOF') finish(undefined);
      else if (error || count === 0) finish(decode(chunks));
      else if ((size += count) > MAX_BYTES) finish(undefined);
      else {
        chunks.push(chunk.subarray(0, count));
        next();
      }
    });
  };
  next();
}

function decode(chunks: readonly Buffer[]): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    return undefined;
  }
}
