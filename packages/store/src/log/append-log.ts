import { fdatasyncSync, fstatSync, unlinkSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  isAt,
  closeQuietly,
  openGuarded,
  readBetween,
  type GuardedFile,
  type Refusal,
} from '../disk/open-guarded.ts';
import { syncOrGoOn } from '../disk/create-file.ts';
import { scanRecords } from '../journal/record.ts';
import type { Appended, Log, LogRead } from './log.ts';

/** The largest journal that is read; about 20,000 stops fit. */
const MAX_JOURNAL_BYTES = 8 * 1024 * 1024;

/** How many bytes of a log are compared with a snapshot's. */
const WINDOW = 4096;

/**
 * Opens a journal in one file (protocol A): each record is one `write` on an `O_APPEND` descriptor. Returns the
 * reason when the path isn't a plain file of ours. Creates nothing.
 */
export function openAppendLog(path: string): Log | Refusal {
  // A start that was killed between link and unlink leaves a second name, which we may remove.
  const rules = { maxBytes: MAX_JOURNAL_BYTES, maxLinks: 2 };
  let file = retryWhileBusy(
    () => openGuarded(path, { ...rules, access: 'append' }),
    (answer) => answer === 'unreadable',
  );
  // On a read-only disk the run is still readable; an append then reports its failure.
  if (file === 'unreadable') file = openGuarded(path, { ...rules, access: 'read' });
  if (typeof file === 'string') return file;
  if (file.stats.nlink === 1n || finishStart(path, file)) return createAppendLog(path, file);
  closeQuietly(file.fd);
  return 'not-plain';
}

const TRIES = 5;
const PAUSE_MS = 20;

/**
 * Repeats an action while its result says that the file is busy: up to five times, 20 ms apart, and only on Windows,
 * where a virus scanner may hold a file for a moment.
 */
export function retryWhileBusy<T>(
  act: () => T,
  isBusy: (answer: T) => boolean,
  platform: string = process.platform,
): T {
  const tries = platform === 'win32' ? TRIES : 1;
  let answer = act();
  for (let tried = 1; tried < tries && isBusy(answer); tried += 1) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    answer = act();
  }
  return answer;
}

/** The temporary name of a start, derived from the nonce of its record. */
export function startTempPath(path: string, nonce: string): string {
  return join(dirname(path), `.start.${nonce}.tmp`);
}

function finishStart(path: string, file: GuardedFile): boolean {
  try {
    const [first] = scanRecords(readBetween(file.fd, 0, file.size), 0).records;
    if (first === undefined) return false;
    const temp = startTempPath(path, first.body.n);
    // Otherwise the starting process or another reader has just removed it.
    if (isAt(temp, file.stats)) unlinkSync(temp);
    return fstatSync(file.fd).nlink === 1;
  } catch {
    return false;
  }
}

function createAppendLog(path: string, file: GuardedFile): Log {
  const { fd } = file;

  function size(): number {
    return Math.min(Number(fstatSync(fd).size), MAX_JOURNAL_BYTES);
  }

  function read(from: number): LogRead {
    const bytes = readBetween(fd, from, size());
    return { ...scanRecords(bytes, from), end: from + bytes.length };
  }

  function append(record: Buffer): Appended {
    if (size() + record.length > MAX_JOURNAL_BYTES) return 'full';
    try {
      if (writeSync(fd, record, 0, record.length) !== record.length) return 'short';
      syncOrGoOn(fd, fdatasyncSync);
      return 'written';
    } catch {
      return 'failed';
    }
  }

  return {
    path,
    read,
    append,
    identity: () => `${file.stats.ino}:${firstLine(readBetween(fd, 0, WINDOW)).toString('latin1')}`,
    tail: (position) =>
      position > size()
        ? undefined
        : readBetween(fd, Math.max(0, position - WINDOW), position).toString('latin1'),
    isCurrent: () => isAt(path, file.stats),
    close: () => closeQuietly(fd),
  };
}

/** The first record, or as much of it as fits. It never changes while the log grows. */
function firstLine(head: Buffer): Buffer {
  const end = head.indexOf(0x0a, 1);
  return end === -1 ? head : head.subarray(0, end);
}
