import { type OpenTranscript, withTranscript } from './open-transcript.ts';
import { readRange } from './read-range.ts';
import { splitLines } from './split-lines.ts';

/** The position in a transcript, as plain data to store. */
export interface ScanCursor {
  /** Bytes read so far: up to the end of a line, or into one that is too long to be read at once. */
  readonly offset: number;
  /** Whether the offset lies inside a line that is skipped. */
  readonly isInsideLine: boolean;
  /** The file that was read. */
  readonly identity: string;
  /** The bytes right before the offset, in base64: another text at this place is another file's. */
  readonly mark: string;
}

/** How much is read at once. */
export interface ScanOptions {
  /** Bytes; 8 MiB if not given. */
  readonly maxBytes?: number;
}

/** The new lines of a transcript. */
export interface Scan {
  /** Whole new lines, oldest first. */
  readonly lines: readonly string[];
  /** Give this to the next scan. */
  readonly next: ScanCursor;
  /**
   * - `appended`: the file goes on where it was left.
   * - `started-over`: it was cut, rewritten or replaced since, and is read from its beginning.
   */
  readonly history: 'appended' | 'started-over';
  /** Whether more whole lines may be there to read at once. */
  readonly hasMore: boolean;
  /** The size of skipped lines, which are longer than `maxBytes`. */
  readonly skippedBytes: number;
}

const DEFAULT_MAX_BYTES = 8_388_608;
const MARK_BYTES = 48;
const END_BYTES = 262_144;
const LINE_FEED = 10;

/**
 * Reads the new lines of a transcript since the last scan, or all lines without a cursor; undefined if the file
 * doesn't exist. An unfinished line waits for the next scan.
 *
 * Given a bare offset it can notice that a file was cut, but not that it was replaced by a longer one.
 */
export function scanFrom(
  path: string,
  from: ScanCursor | number = 0,
  options: ScanOptions = {},
): Scan | undefined {
  const maxBytes = Math.max(1, options.maxBytes ?? DEFAULT_MAX_BYTES);
  return withTranscript(path, (transcript) => {
    const isSame = isContinued(transcript, from);
    const start = isSame ? offsetOf(from) : 0;
    const bytes = readRange(transcript.descriptor, start, Math.min(transcript.size, start + maxBytes));
    const part = takeLines(bytes, {
      isInsideLine: isSame && isInsideLine(from),
      isFull: bytes.length >= maxBytes,
    });
    const offset = start + part.end;
    return {
      lines: splitLines(bytes.subarray(part.start, part.endOfLines)),
      next: cursorAt(transcript, offset, part.isInsideLine),
      history: isSame ? 'appended' : 'started-over',
      hasMore: part.end > 0 && offset < transcript.size,
      skippedBytes: part.start + part.end - part.endOfLines,
    };
  });
}

/** A cursor behind the last whole line of a transcript as it is now; undefined if there is no such file. */
export function cursorAtEnd(path: string): ScanCursor | undefined {
  return withTranscript(path, (transcript) => {
    const from = Math.max(0, transcript.size - END_BYTES);
    const bytes = readRange(transcript.descriptor, from, transcript.size);
    const end = bytes.lastIndexOf(LINE_FEED) + 1;
    // A longer line is skipped.
    const isInside = end === 0 && from > 0;
    return cursorAt(transcript, isInside ? from + bytes.length : from + end, isInside);
  });
}

interface Part {
  /** Where whole lines start and end in the bytes. */
  readonly start: number;
  readonly endOfLines: number;
  /** How much of the bytes is done with. */
  readonly end: number;
  readonly isInsideLine: boolean;
}

function takeLines(bytes: Buffer, at: { readonly isInsideLine: boolean; readonly isFull: boolean }): Part {
  const firstEnd = bytes.indexOf(LINE_FEED) + 1;
  if (firstEnd === 0) {
    const isPassed = at.isInsideLine || at.isFull;
    const end = isPassed ? bytes.length : 0;
    return { start: 0, endOfLines: 0, end, isInsideLine: isPassed };
  }
  const end = bytes.lastIndexOf(LINE_FEED) + 1;
  return { start: at.isInsideLine ? firstEnd : 0, endOfLines: end, end, isInsideLine: false };
}

function cursorAt(transcript: OpenTranscript, offset: number, isInside: boolean): ScanCursor {
  const mark = markBefore(transcript, offset);
  return { offset, isInsideLine: isInside, identity: transcript.identity, mark };
}

function isInsideLine(from: ScanCursor | number): boolean {
  return typeof from !== 'number' && from.isInsideLine;
}

function isContinued(transcript: OpenTranscript, from: ScanCursor | number): boolean {
  const offset = offsetOf(from);
  if (!Number.isSafeInteger(offset) || offset < 0 || offset > transcript.size) return false;
  if (typeof from === 'number') return true;
  return from.identity === transcript.identity && from.mark === markBefore(transcript, offset);
}

function offsetOf(from: ScanCursor | number): number {
  return typeof from === 'number' ? from : from.offset;
}

function markBefore({ descriptor }: OpenTranscript, offset: number): string {
  return readRange(descriptor, Math.max(0, offset - MARK_BYTES), offset).toString('base64');
}
