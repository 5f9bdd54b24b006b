import { renameSync } from 'node:fs';
import type { Decision, Run } from '@loopwright/core';
import { errnoOf, StoreError } from '../errors.ts';
import { hasRun, isSessionId, numberedPath, runPath } from '../presence.ts';
import type { Submitted } from '../journal/journal.ts';
import { checkLoopFolder, openRun, snapshotPath, type NotOpen, type OpenRun } from './open-run.ts';

/** What came of a take-over. */
export type Claimed =
  | { readonly status: 'claimed'; readonly opened: OpenRun; readonly submitted: Submitted<Run, Decision> }
  /** Another session was faster, or the run is gone. */
  | { readonly status: 'lost' }
  /** The claiming session has a journal of its own; archive that first. */
  | { readonly status: 'occupied' }
  | NotOpen;

export interface ClaimAddress {
  readonly root: string;
  /** The journal that is taken over, as `listRuns` names it. */
  readonly path: string;
  /** The session that takes it over. */
  readonly sessionId: string;
  readonly at: number;
}

/**
 * Takes a run over: its journal moves to the new session's name. A rename takes a name away from everybody at
 * once, so that of any number of sessions exactly one wins.
 */
export function claimRun({ root, path, sessionId, at }: ClaimAddress): Claimed {
  if (!isSessionId(sessionId))
    throw new StoreError('bad-argument', 'A take-over needs the id of its session.');
  const unsafe = checkLoopFolder(root);
  if (unsafe !== undefined) return unsafe;
  const file = runPath(root, sessionId);
  const isNumbered = !path.endsWith('.jsonl');
  const target = isNumbered ? numberedPath(file) : file;
  if (hasRun(root, sessionId)) return { status: 'occupied' };
  try {
    renameSync(path, target);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return { status: 'lost' };
    throw new StoreError('io', `Could not take over ${path}: ${errnoOf(error)}.`, { cause: error });
  }
  moveSnapshot(isNumbered ? `${path}.jsonl` : path, file);
  const opened = openRun({ root, sessionId });
  if (opened.status !== 'open') return opened;
  return { status: 'claimed', opened, submitted: opened.submit({ type: 'claim', at, session: sessionId }) };
}

/** Without it the run is only slower to open. */
function moveSnapshot(from: string, to: string): void {
  try {
    renameSync(snapshotPath(from), snapshotPath(to));
  } catch {
    // There was none.
  }
}
