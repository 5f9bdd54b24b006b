import { LINE_FEED, splitLines, withTranscript } from './open-transcript.ts';

/** How much of the end is read. */
export interface TailOptions {
  /** Bytes; 256 KiB if not given. */
  readonly maxBytes?: number;
}

/** The last lines of a transcript. */
export interface Tail {
  /** Whole lines, oldest first, without line endings; the very last may be one that is still being written. */
  readonly lines: readonly string[];
  /** Where in the file the first of them starts, in bytes. */
  readonly start: number;
  /** How long the file was. */
  readonly size: number;
}

const DEFAULT_MAX_BYTES = 262_144;

/**
 * Reads the last lines of a transcript in a time independent of its length; undefined if the file doesn't exist.
 * Skips a line that doesn't fit into the window.
 */
export function readTail(path: string, options: TailOptions = {}): Tail | undefined {
  const maxBytes = Math.max(1, options.maxBytes ?? DEFAULT_MAX_BYTES);
  return withTranscript(path, ({ read, size }) => {
    const from = Math.max(0, size - maxBytes);
    // One byte more shows whether the window begins with a line or inside one.
    const bytes = read(Math.max(0, from - 1), size);
    if (from === 0) return { lines: splitLines(bytes), start: 0, size };
    const cut = bytes.indexOf(LINE_FEED) + 1 || bytes.length;
    return { lines: splitLines(bytes.subarray(cut)), start: from - 1 + cut, size };
  });
}
