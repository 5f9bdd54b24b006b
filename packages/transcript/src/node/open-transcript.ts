import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';

/** Why a transcript can't be read. A file that isn't there is no error: transcripts appear late. */
export type TranscriptErrorCode = 'not-a-transcript' | 'not-a-regular-file' | 'not-yours' | 'unreadable';

/** A transcript that can't or must not be read; the message names the file and what to do. */
export class TranscriptError extends Error {
  override readonly name = 'TranscriptError';
  readonly code: TranscriptErrorCode;
  readonly path: string;

  constructor(code: TranscriptErrorCode, path: string, advice: string, cause?: unknown) {
    super(
      `Can't read the transcript ${JSON.stringify(path)}: ${advice}`,
      cause === undefined ? {} : { cause },
    );
    this.code = code;
    this.path = path;
  }
}

/** A transcript that is open for reading. */
export interface OpenTranscript {
  readonly size: number;
  /** Reads the bytes of a range, or fewer if the file has shrunk meanwhile. */
  readonly read: (start: number, end: number) => Buffer;
  /** Names the file itself rather than its path: another file under the same path has another identity. */
  readonly identity: string;
}

/** Not through a link, and without waiting for a pipe's other end or taking a terminal over. */
const SAFE_READ =
  constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/**
 * Opens a transcript, passes it to `use` and always closes it; undefined if the file doesn't exist.
 *
 * The path comes from outside, so only a regular file of ours that is named like a transcript is read.
 */
export function withTranscript<T>(path: string, use: (transcript: OpenTranscript) => T): T | undefined {
  if (!path.endsWith('.jsonl')) {
    throw new TranscriptError('not-a-transcript', path, 'its name must end in .jsonl.');
  }
  const descriptor = open(path);
  if (descriptor === undefined) return undefined;
  try {
    const stats = fstatSync(descriptor);
    mustBeOurs(path, stats);
    const read = (start: number, end: number): Buffer => readRange(descriptor, start, end);
    return use({ read, size: stats.size, identity: `${stats.dev}:${stats.ino}` });
  } catch (error) {
    if (error instanceof TranscriptError) throw error;
    throw new TranscriptError('unreadable', path, 'reading failed; see the cause.', error);
  } finally {
    closeSync(descriptor);
  }
}

function open(path: string): number | undefined {
  try {
    return openSync(path, SAFE_READ);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    if (code === 'ELOOP' || code === 'EMLINK') {
      const advice = 'it is a symbolic link; give the path of the file itself.';
      throw new TranscriptError('not-a-regular-file', path, advice, error);
    }
    const advice = `opening it failed (${code ?? 'no code'}); check its permissions.`;
    throw new TranscriptError('unreadable', path, advice, error);
  }
}

function mustBeOurs(path: string, stats: Stats): void {
  if (!stats.isFile()) throw new TranscriptError('not-a-regular-file', path, 'it is no regular file.');
  const user = process.getuid?.();
  if (user !== undefined && stats.uid !== user) {
    throw new TranscriptError('not-yours', path, 'another user owns it.');
  }
}

function readRange(descriptor: number, start: number, end: number): Buffer {
  const bytes = Buffer.allocUnsafe(Math.max(0, end - start));
  let read = 0;
  while (read < bytes.length) {
    const count = readSync(descriptor, bytes, read, bytes.length - read, start + read);
    if (count === 0) break;
    read += count;
  }
  return bytes.subarray(0, read);
}

/** Ends every line. */
export const LINE_FEED = 10;
const RETURN = 13;

/** Splits bytes at line feeds and decodes each line on its own, so that no character is ever cut in two. */
export function splitLines(bytes: Buffer): string[] {
  const lines: string[] = [];
  let start = 0;
  while (start < bytes.length) {
    const found = bytes.indexOf(LINE_FEED, start);
    const end = found === -1 ? bytes.length : found;
    lines.push(bytes.toString('utf8', start, bytes[end - 1] === RETURN && end > start ? end - 1 : end));
    start = end + 1;
  }
  return lines;
}
