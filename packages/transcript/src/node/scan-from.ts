import { LINE_FEED, type OpenTranscript, splitLines, withTranscript } from './open-transcript.ts';

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
    const cursor: BareCursor = typeof from === 'number' ? { offset: from } : from;
    const isSame = isContinued(transcript, cursor);
    const start = isSame ? cursor.offset : 0;
    const bytes = transcript.read(start, Math.min(transcript.size, start + maxBytes));
    const firstEnd = bytes.indexOf(LINE_FEED) + 1;
    const isInside = isSame && cursor.isInsideLine === true;
    // Bytes without a line end wait for it, unless they belong to a line that is too long.
    const isPassed = firstEnd === 0 && (isInside || bytes.length >= maxBytes);
    const end = isPassed ? bytes.length : bytes.lastIndexOf(LINE_FEED) + 1;
    const skippedBytes = isPassed ? end : isInside ? firstEnd : 0;
    return {
      lines: splitLines(bytes.subarray(skippedBytes, end)),
      next: cursorAt(transcript, start + end, isPassed),
      history: isSame ? 'appended' : 'started-over',
      hasMore: end > 0 && start + end < transcript.size,
      skippedBytes,
    };
  });
}

/** A cursor behind the last whole line of a transcript as it is now; undefined if there is no such file. */
export function cursorAtEnd(path: string): ScanCursor | undefined {
  return withTranscript(path, (transcript) => {
    const from = Math.max(0, transcript.size - END_BYTES);
    const bytes = transcript.read(from, transcript.size);
    const end = bytes.lastIndexOf(LINE_FEED) + 1;
    // A longer line is skipped.
    const isInside = end === 0 && from > 0;
    return cursorAt(transcript, isInside ? from + bytes.length : from + end, isInside);
  });
}

/** A cursor that may be an offset alone. */
type BareCursor = Pick<ScanCursor, 'offset'> & Partial<ScanCursor>;

function cursorAt(transcript: OpenTranscript, offset: number, isInsideLine: boolean): ScanCursor {
  const mark = markBefore(transcript, offset);
  return { offset, isInsideLine, identity: transcript.identity, mark };
}

function isContinued(transcript: OpenTranscript, { offset, identity, mark }: BareCursor): boolean {
  if (!Number.isSafeInteger(offset) || offset < 0 || offset > transcript.size) return false;
  if (identity === undefined) return true;
  return identity === transcript.identity && mark === markBefore(transcript, offset);
}

function markBefore({ read }: OpenTranscript, offset: number): string {
  return read(Math.max(0, offset - MARK_BYTES), offset).toString('base64');
}
