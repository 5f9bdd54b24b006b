import type { PlacedRecord } from '../journal/record.ts';

/** What a read of a log gave. */
export interface LogRead {
  readonly records: readonly PlacedRecord[];
  readonly ignored: number;
  /** The position to read on from. */
  readonly resume: number;
  /** The end of everything seen, whole or torn: what a writer names as `at`. */
  readonly end: number;
}

/** How an append went. Nothing is ever retried: a second write would be a second record. */
export type Appended = 'written' | 'short' | 'full' | 'failed';

/**
 * A totally ordered, append-only list of records on disk. A record's place is fixed by one atomic operation
 * of the kernel, and the records before it never change any more.
 */
export interface Log {
  /** Where the log lies. */
  readonly path: string;
  /** Tells this log from every other, under whatever name. */
  identity(): string;
  /** Reads the records from a position that an earlier read gave (0 to begin with). */
  read(from: number): LogRead;
  /** What stands just before a position, as far as it takes to tell it from any other; undefined where nothing does. */
  tail(position: number): string | undefined;
  /** Frames the body and adds it at the end. */
  append(record: Buffer): Appended;
  /** True while the path still leads to this very log. */
  isCurrent(): boolean;
  close(): void;
}
