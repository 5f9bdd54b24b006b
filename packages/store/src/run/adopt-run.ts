import { linkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Decision, isOver } from '@loopwright/core';
import { removeQuietly } from '../disk/create-exclusively.ts';
import { randomNonce } from '../disk/random.ts';
import { protocolFor } from '../log/protocol.ts';
import { hasRun, isSessionId, runPath } from '../presence.ts';
import { keepAside } from '../views/keep-aside.ts';
import { archiveRun } from './archive-run.ts';
import { findAdoptable, type Adoptable, type AdoptedBy } from './find-adoptable.ts';
import { makeLoopFolder } from './make-loop-folder.ts';
import { openRun, type OpenRun, type RunAddress } from './open-run.ts';
import { firstRecord, placeJournal } from './start-run.ts';

export interface Adoption extends RunAddress {
  /** The id of the run that begins. */
  readonly runId: string;
  readonly at: number;
  readonly by: AdoptedBy;
}

/** The result of an adoption. */
export type Adopted =
  | {
      readonly status: 'adopted';
      readonly opened: OpenRun;
      readonly decision: Decision;
      readonly from: Adoptable;
      /** The new path of the hand-written file. */
      readonly keptAt: string;
    }
  /** Nothing to adopt, or another session was faster. */
  | { readonly status: 'nothing' };

/**
 * Turns a hand-written loop into a run of the first session that asks. Moving the file into `.loop/archive/aside/`
 * claims it for exactly one session. Removing `.loop/` removes that file too, and so ends the loop. Archives an ended
 * run of this session first; adopts nothing while a run of this session is in progress. Throws `StoreError` when the
 * disk refuses.
 */
export function adoptRun({ root, sessionId, runId, at, by }: Adoption): Adopted {
  const from = isSessionId(sessionId) ? findAdoptable(root, at, by) : undefined;
  const own = from && journalOf({ root, sessionId });
  if (from === undefined || own === 'in use') return { status: 'nothing' };
  const nonce = randomNonce();
  const first = firstRecord({ type: 'adopt', at, runId, session: sessionId, source: from.source }, nonce);
  if ('status' in first) return { status: 'nothing' };
  makeLoopFolder(root);
  const keptAt = keepAside(join(root, '.loop'), from.path, from.name, nonce);
  if (keptAt === undefined) return { status: 'nothing' };
  const path = runPath(root, sessionId);
  try {
    if (own === 'over') archiveRun({ root, sessionId });
    placeJournal(path, first.record, nonce, protocolFor(dirname(path)));
  } catch (error) {
    putBack(keptAt, from.path);
    throw error;
  }
  const opened = openRun({ root, sessionId });
  return opened.status === 'open'
    ? { status: 'adopted', opened, decision: first.decision, from, keptAt }
    : { status: 'nothing' };
}

function journalOf(address: RunAddress): 'none' | 'over' | 'in use' {
  // Checked first, because the folder may become safe only later.
  if (!hasRun(address.root, address.sessionId)) return 'none';
  const opened = openRun(address);
  if (opened.status !== 'open') return 'in use';
  opened.close();
  return isOver(opened.run) ? 'over' : 'in use';
}

/** Nothing was adopted without a journal, so the file goes back, unless a newer one exists. */
function putBack(keptAt: string, path: string): void {
  try {
    linkSync(keptAt, path);
    removeQuietly(keptAt);
  } catch {
    // It stays in the archive.
  }
}
