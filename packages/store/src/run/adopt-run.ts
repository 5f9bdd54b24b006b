import { linkSync } from 'node:fs';
import { join } from 'node:path';
import { type Decision, isOver } from '@loopwright/core';
import { shortDigest } from '../disk/digest.ts';
import { createExclusively, removeQuietly } from '../disk/create-file.ts';
import { JWZ_TOPIC } from '../jwz.ts';
import { hasRun, isSessionId } from '../presence.ts';
import { formatJson } from '../views/view-marks.ts';
import { asideFolder, keepAside } from '../views/keep-aside.ts';
import { archiveRun } from './archive-run.ts';
import { findAdoptable, type Adoptable, type AdoptedBy } from './find-adoptable.ts';
import { makeLoopFolder } from './make-loop-folder.ts';
import { openRun, type OpenRun, type RunAddress } from './open-run.ts';
import { startRun } from './start-run.ts';

export interface Adoption extends RunAddress {
  /** The id of the run that begins. */
  readonly runId: string;
  readonly at: number;
  readonly by: AdoptedBy;
  /** The environment whose PATH names jwz; that of the process by default. */
  readonly env?: Readonly<NodeJS.ProcessEnv> | undefined;
}

/** The result of an adoption. */
export type Adopted =
  | {
      readonly status: 'adopted';
      readonly opened: OpenRun;
      readonly decision: Decision;
    }
  /** Nothing to adopt, or another session was faster. */
  | { readonly status: 'nothing' };

/**
 * Turns a hand-written loop into a run of the first session that asks. Moving the file into `.loop/archive/aside/`
 * claims it for exactly one session. Removing `.loop/` removes that file too, and so ends the loop. Archives an ended
 * run of this session first; adopts nothing while a run of this session is in progress. Throws `StoreError` when the
 * disk refuses.
 */
export function adoptRun({ root, sessionId, runId, at, by, env }: Adoption): Adopted {
  const from = isSessionId(sessionId) ? findAdoptable({ root, at, env }, by) : undefined;
  const own = from && journalOf({ root, sessionId });
  if (from === undefined || own === 'in use') return { status: 'nothing' };
  makeLoopFolder(root);
  const isTopic = from.name === JWZ_TOPIC;
  const keptAt = isTopic
    ? claimTopic(root, from.source)
    : keepAside(join(root, '.loop'), from.path, from.name);
  if (keptAt === undefined) return { status: 'nothing' };
  try {
    if (own === 'over') archiveRun({ root, sessionId });
    const command = { type: 'adopt', at, runId, session: sessionId, source: from.source } as const;
    const started = startRun({ root, sessionId }, command);
    if (started.status === 'started') {
      const { opened, decision } = started;
      return { status: 'adopted', opened, decision };
    }
  } catch (error) {
    if (isTopic) removeQuietly(keptAt);
    else putBack(keptAt, from.path);
    throw error;
  }
  return { status: 'nothing' };
}

function journalOf(address: RunAddress): 'none' | 'over' | 'in use' {
  // Checked first, because the folder may become safe only later.
  if (!hasRun(address.root, address.sessionId)) return 'none';
  const opened = openRun(address);
  if (opened.status === 'foreign') return 'over';
  if (opened.status !== 'open') return 'in use';
  opened.close();
  return isOver(opened.run) ? 'over' : 'in use';
}

/** A message can't be moved, so a file of its name in the archive claims it for one session. */
function claimTopic(root: string, source: Adoptable['source']): string | undefined {
  const [id, message] =
    source.format === 'stack' ? [source.state.run_id, source.state] : [JSON.stringify(source), source];
  const folder = asideFolder(join(root, '.loop'));
  const path = join(folder, `jwz-${shortDigest(id)}.json`);
  return createExclusively(path, formatJson(message)) ? path : undefined;
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
