import { statfsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CommandOf, Decision } from '@loopwright/core';
import { placeWhole } from '../disk/create-file.ts';
import { makePrivateFolder } from '../disk/folders.ts';
import { StoreError } from '../errors.ts';
import { type Prepared, prepareRecord } from '../journal/journal.ts';
import { loopProgram } from '../journal/loop-program.ts';
import { MAX_RECORD_BYTES } from '../journal/record.ts';
import { startTempPath } from '../log/append-log.ts';
import { recordPath } from '../log/numbered-log.ts';
import { isSessionId, numberedPath, runPath } from '../presence.ts';
import { makeLoopFolder } from './make-loop-folder.ts';
import { openAnyRun, openLog, type OpenRun, type RunAddress } from './open-run.ts';
import { rememberStart } from './state-folder.ts';

/** The commands that can start a run. */
export type FirstCommand = CommandOf<'start'> | CommandOf<'draft'> | CommandOf<'adopt'>;

/** The result of a start. */
export type Started =
  | {
      readonly status: 'started';
      readonly opened: OpenRun;
      readonly decision: Decision;
      /** False if the user's state folder did not take the start, so that the run may count as foreign later. */
      readonly isRemembered: boolean;
    }
  /** The session already has a journal; open or archive it. */
  | { readonly status: 'exists' }
  /** Core rejected the command; nothing was written. */
  | { readonly status: 'rejected'; readonly decision: Decision }
  /** The first record is too large for a journal. */
  | { readonly status: 'too-large'; readonly maxBytes: number };

/**
 * Creates the journal of a session with its first record, whole and for exactly one caller. Only an act of the user
 * may call this. Throws `StoreError` when the folder is unsafe or the disk refuses.
 */
export function startRun(address: RunAddress, command: FirstCommand, protocol?: Protocol): Started {
  if (!isSessionId(address.sessionId)) {
    throw new StoreError('bad-argument', 'A run needs the id of its session, 1 to 256 characters long.');
  }
  const first = firstRecord(command);
  if (!('record' in first)) return first;
  makeLoopFolder(address.root);
  const path = runPath(address.root, address.sessionId);
  // Before the journal is there, so that no other process takes it for a foreign one.
  const isRemembered = rememberStart(address.root, command.runId);
  if (!placeJournal(path, first, protocol ?? protocolFor(dirname(path)))) return { status: 'exists' };
  const opened = openAnyRun(address);
  if (opened.status !== 'open') {
    throw new StoreError(
      'io',
      `The journal ${path} was written but is ${opened.status} now. Was it removed?`,
    );
  }
  return { status: 'started', opened, decision: first.decision, isRemembered };
}

/** How records become atomic: one append or one file per record. */
export type Protocol = 'append' | 'numbered';

// File systems (by the magic number of statfs(2)) that emulate appends, so that one may overwrite another.
const APPEND_IS_EMULATED = new Set([
  0x6969, // NFS
  0x517b, // SMB
  0xfe534d42, // SMB2
  0xff534d42, // CIFS
  0x01021997, // 9p
]);

/** The protocol for a folder, by its file system type. An unknown type counts as local. */
export function protocolFor(
  folder: string,
  statfs: (path: string) => { readonly type: number } = statfsSync,
): Protocol {
  try {
    // The number has 32 bits; some platforms return it signed.
    return APPEND_IS_EMULATED.has(statfs(folder).type >>> 0) ? 'numbered' : 'append';
  } catch {
    return 'append';
  }
}

/** Decides on the first command and frames its record, or returns the rejection. */
export function firstRecord(
  command: FirstCommand,
): Prepared | Extract<Started, { readonly status: 'rejected' | 'too-large' }> {
  const first = prepareRecord(loopProgram, command, { run: undefined, at: 0 });
  if ('record' in first) return first;
  return first.status === 'answered'
    ? { status: 'rejected', decision: first.decision }
    : { status: 'too-large', maxBytes: MAX_RECORD_BYTES };
}

/** Creates a journal with its first record, or returns false because one exists. */
function placeJournal(path: string, { record, nonce }: Prepared, protocol: Protocol): boolean {
  if (isTaken(path, protocol)) return false;
  if (protocol === 'append') return placeWhole(startTempPath(path, nonce), [path], record);
  const folder = numberedPath(path);
  makePrivateFolder(folder);
  return placeWhole(join(folder, `.${nonce}.tmp`), [recordPath(folder, 0)], record);
}

function isTaken(path: string, protocol: Protocol): boolean {
  const log = openLog(path);
  if (typeof log === 'string') return log !== 'absent';
  try {
    // A start that was killed before its first record leaves an empty folder, which isn't a journal.
    return protocol === 'append' || log.read(0).end > 0;
  } finally {
    log.close();
  }
}
