import { constants, fstatSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { placeWhole } from '../disk/create-file.ts';
import { checkFolder } from '../disk/folders.ts';
import { closeQuietly, isAt, readGuarded, type GuardedContent, type Refusal } from '../disk/open-guarded.ts';
import { randomNonce } from '../disk/digest.ts';
import { StoreError } from '../errors.ts';
import { MAX_RECORD_BYTES, scanRecords, type PlacedRecord } from '../journal/record.ts';
import type { Appended, Log, LogRead } from './log.ts';

/** The most files of one journal. */
const MAX_NUMBERED_RECORDS = 20_000;

/**
 * Opens a journal with one file per record (protocol B), for file systems without atomic appends. A writer takes the
 * next number with `link`, which succeeds for exactly one writer.
 */
export function openNumberedLog(folder: string): Log | Refusal {
  const found = checkFolder(folder);
  if (found === 'absent') return 'absent';
  if (found !== 'ok') return 'not-plain';
  try {
    return createNumberedLog(folder, openSync(folder, constants.O_DIRECTORY | constants.O_NOFOLLOW));
  } catch {
    return 'unreadable';
  }
}

/** Holds the folder open: its inode number can't go to a new folder of that name until the log is closed. */
function createNumberedLog(folder: string, fd: number): Log {
  const identity = fstatSync(fd, { bigint: true });
  let next = 0;

  function read(from: number): LogRead {
    const records: PlacedRecord[] = [];
    let ignored = 0;
    let position = from;
    for (; position < MAX_NUMBERED_RECORDS; position += 1) {
      const content = readNumbered(folder, position);
      if (content === 'absent') break;
      // Skipping a temporarily unreadable record would give the next reader another history.
      if (content === 'unreadable' || content === 'swapped') {
        throw new StoreError('io', `Could not read ${recordPath(folder, position)}: ${content}.`);
      }
      const [record] = typeof content === 'string' ? [] : scanRecords(content.bytes, 0).records;
      if (record === undefined) ignored += 1;
      else records.push({ start: position, body: record.body });
    }
    next = position;
    return { records, ignored, resume: position, end: position };
  }

  function append(record: Buffer): Appended {
    try {
      const temp = join(folder, `.${randomNonce()}.tmp`);
      return placeWhole(temp, recordPaths(folder, next), record) ? 'written' : 'full';
    } catch {
      return 'failed';
    }
  }

  return {
    path: folder,
    read,
    append,
    identity: () => `${identity.ino}:${beginningOf(folder, 0) ?? ''}`,
    tail: (position) => (position === 0 ? '' : beginningOf(folder, position - 1)),
    isCurrent: () => isAt(folder, identity),
    close: () => closeQuietly(fd),
  };
}

/** The path of one record. */
export function recordPath(folder: string, number: number): string {
  return join(folder, `${number}.json`);
}

function* recordPaths(folder: string, from: number): Generator<string> {
  for (let number = from; number < MAX_NUMBERED_RECORDS; number += 1) yield recordPath(folder, number);
}

function readNumbered(folder: string, number: number): GuardedContent | Refusal {
  // Two names: the writer has not yet removed the temporary one, or was killed.
  return readGuarded(recordPath(folder, number), MAX_RECORD_BYTES + 2, 2);
}

/** Covers the hash and the random bits of a record, which are unique. */
const BEGINNING_BYTES = 64;

function beginningOf(folder: string, number: number): string | undefined {
  const content = readNumbered(folder, number);
  return typeof content === 'string' ? undefined : content.bytes.toString('latin1', 0, BEGINNING_BYTES);
}
