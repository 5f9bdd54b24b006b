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

/** Reads one JSON document, up to a size and a time limit. `process.stdin` would cost a sixth of Node's own start. */
export function readStdin(done: (result: StdinResult) => void): void {
  // Node starts four threads for the first read, and this is the only one.
  process.env['UV_THREADPOOL_SIZE'] ??= '1';
  const chunks: Buffer[] = [];
  let size = 0;
  let isOver = false;
  const finish = (result: StdinResult): void => {
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
      if (error?.code === 'EAGAIN') return void setTimeout(next, 5);
      const isEnd = error !== null || count === 0;
      if (!isEnd) chunks.push(chunk.subarray(0, count));
      size += count;
      // A whole object counts even if the pipe stays open.
      const isWhole = isEnd || /\}\n?$/.test(chunk.toString('latin1', Math.max(0, count - 2), count));
      const result = isWhole ? parse(chunks) : undefined;
      if (result?.kind === 'json' || (isEnd && result)) finish(result);
      else if (size > MAX_BYTES) finish({ kind: 'unusable' });
      else next();
    });
  };
  next();
}

function parse(chunks: readonly Buffer[]): StdinResult {
  const bytes = Buffer.concat(chunks);
  try {
    if (isUtf8(bytes)) return { kind: 'json', value: JSON.parse(bytes.toString().replace(/^\ufeff/, '')) };
  } catch {
    // Not JSON.
  }
  return { kind: 'unusable' };
}
