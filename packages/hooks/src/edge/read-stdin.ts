import { isUtf8 } from 'node:buffer';
import { read } from 'node:fs';

/** The content of standard input. */
export type StdinResult =
  | { readonly kind: 'json'; readonly value: unknown }
  /** It ended without being JSON, or is larger than any hook's input. */
  | { readonly kind: 'unusable' }
  /** It didn't end in time. A read is still pending, and `exit` would wait for it. */
  | { readonly kind: 'endless' };

/** The client's input has a few kilobytes; a batch of large tool results can reach some megabytes. */
const MAX_BYTES = 16 * 1024 * 1024;
/** A pipe that stays open must not hold the user. */
const DEADLINE_MS = 2000;
const CHUNK_BYTES = 64 * 1024;
const NEWLINE = 0x0a;
const CLOSING_BRACE = 0x7d;

/**
 * Reads one JSON document from standard input, up to a size and a time limit. With `fs.read` because
 * `process.stdin` costs a stream and a socket, which is a sixth of Node's own start.
 */
export function readStdin(done: (result: StdinResult) => void): void {
  // Node starts four threads for the first read, and this is the only one.
  process.env['UV_THREADPOOL_SIZE'] ??= '1';
  const chunks: Buffer[] = [];
  let size = 0;
  let isOver = false;
  const finish = (result: StdinResult): void => {
    if (isOver) return;
    isOver = true;
    clearTimeout(deadline);
    done(result);
  };
  const deadline = setTimeout(() => finish({ kind: 'endless' }), DEADLINE_MS);
  const next = (): void => {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    read(0, chunk, 0, CHUNK_BYTES, null, (error, count) => {
      if (isOver) return;
      // A terminal or a socket without data says "again" and not "end".
      if (error?.code === 'EAGAIN') {
        setTimeout(next, 5);
        return;
      }
      const isEnd = error !== null || count === 0;
      if (!isEnd) {
        size += count;
        chunks.push(chunk.subarray(0, count));
      }
      // A whole object counts even if the pipe stays open.
      const result = isEnd || mayBeWhole(chunks.at(-1)) ? parse(chunks) : undefined;
      if (result?.kind === 'json' || (isEnd && result)) finish(result);
      else if (size > MAX_BYTES) finish({ kind: 'unusable' });
      else next();
    });
  };
  next();
}

function mayBeWhole(last: Buffer | undefined): boolean {
  const end = last?.at(-1);
  return end === CLOSING_BRACE || (end === NEWLINE && last?.at(-2) === CLOSING_BRACE);
}

function parse(chunks: readonly Buffer[]): StdinResult {
  const bytes = Buffer.concat(chunks);
  try {
    if (isUtf8(bytes)) return { kind: 'json', value: JSON.parse(withoutMark(bytes.toString())) };
  } catch {
    // Not JSON.
  }
  return { kind: 'unusable' };
}

function withoutMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}
