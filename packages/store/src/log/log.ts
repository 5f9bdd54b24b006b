import type { Scan } from '../journal/record.ts';

/** The result of reading a log. */
export interface LogRead extends Scan {
  /** The end of all bytes read, whole or torn; a writer records it as `at`. */
  readonly end: number;
}

/** The result of an append. There is no retry: a second write would be a second record. */
export type Appended = 'written' | 'short' | 'full' | 'failed';

/**
 * A totally ordered, append-only list of records on disk. One atomic operation of the kernel fixes the position of a
 * record; the records before it never change.
 */
export interface Log {
  /** The path of the log. */
  readonly path: string;
  /** Identifies this log, independent of its name. */
  identity(): string;
  /** Reads the records from 0 or from the position of an earlier read. */
  read(from: number): LogRead;
  /** Enough of the log before a position to identify it; undefined beyond the end. */
  tail(position: number): string | undefined;
  /** Frames the body and adds it at the end. */
  append(record: Buffer): Appended;
  /** True while the path still leads to this very log. */
  isCurrent(): boolean;
  close(): void;
}
