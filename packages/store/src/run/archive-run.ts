import { lstatSync, renameSync } from 'node:fs';
import { basename, join } from 'node:path';
import { makePrivateFolder } from '../disk/loop-folder.ts';
import { diskError, errnoOf } from '../errors.ts';
import { randomNonce } from '../disk/digest.ts';
import { MARKS_FILE, numberedPath, runName, runPath } from '../presence.ts';
import { VIEW_NAMES } from '../views/project-views.ts';
import { readMarks } from '../views/view-marks.ts';
import { checkLoopFolder, openAnyRun, snapshotPath, type RunAddress } from './open-run.ts';
import { usagePaths } from './usage-memory.ts';

/** The result of archiving a run. */
export type Archived =
  /** All its files are in this folder. */
  | { readonly status: 'archived'; readonly folder: string }
  /** No journal, or another process archived it first. */
  | { readonly status: 'none' };

/**
 * Moves a session's journal, its views and its shape to `.loop/archive/<run>/` and deletes nothing. Evidence and learnings stay.
 * Throws `StoreError` when the disk refuses.
 */
export function archiveRun(address: RunAddress): Archived {
  if (checkLoopFolder(address.root) !== undefined) return { status: 'none' };
  const loop = join(address.root, '.loop');
  const file = runPath(address.root, address.sessionId);
  const runId = runIdOf(address);
  const archive = join(loop, 'archive');
  makePrivateFolder(archive);
  const folder = freeFolder(archive, runId ?? runName(address.sessionId));
  // The journal goes first, because its removal ends the loop even if moving a view fails.
  if (!move(file, folder) && !move(numberedPath(file), folder)) return { status: 'none' };
  move(snapshotPath(file), folder);
  for (const path of usagePaths(address)) move(path, folder);
  const isShown = runId !== undefined && readMarks(loop)['state.json']?.runId === runId;
  if (isShown) for (const name of [...VIEW_NAMES, MARKS_FILE, SHAPE_FOLDER]) move(join(loop, name), folder);
  return { status: 'archived', folder };
}

/** Where a workflow has its SPEC.md and SHAPE.md. The next loop must not take over those of this one. */
const SHAPE_FOLDER = 'shape';

/** The run that last showed a workflow in this project; undefined if no workflow was shown there. */
export function shapeOwner(root: string): string | undefined {
  return readMarks(join(root, '.loop'))['workflow-state.json']?.runId;
}

/**
 * Moves SPEC.md and SHAPE.md of another run to `.loop/archive/`, so that a new workflow can't take them over. Returns
 * their new folder; undefined if there are none. Throws `StoreError` when the disk refuses.
 */
export function archiveShape(root: string, owner: string | undefined): string | undefined {
  if (checkLoopFolder(root) !== undefined) return undefined;
  const loop = join(root, '.loop');
  const shape = join(loop, SHAPE_FOLDER);
  if (lstatSync(shape, { throwIfNoEntry: false }) === undefined) return undefined;
  const archive = join(loop, 'archive');
  makePrivateFolder(archive);
  const folder = freeFolder(archive, plainName(owner) ?? SHAPE_FOLDER);
  return move(shape, folder) ? join(folder, SHAPE_FOLDER) : undefined;
}

function runIdOf(address: RunAddress): string | undefined {
  const opened = openAnyRun(address);
  if (opened.status !== 'open') return undefined;
  opened.journal.close();
  return plainName(opened.run.id);
}

/** An id may come from an adopted file, so only a plain name is used as a folder name. */
function plainName(id: string | undefined): string | undefined {
  return id !== undefined && /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(id) ? id : undefined;
}

function freeFolder(archive: string, name: string): string {
  const plain = join(archive, name);
  const folder =
    lstatSync(plain, { throwIfNoEntry: false }) === undefined ? plain : `${plain}-${randomNonce()}`;
  makePrivateFolder(folder);
  return folder;
}

function move(path: string, folder: string): boolean {
  try {
    renameSync(path, join(folder, basename(path)));
    return true;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return false;
    throw diskError(`move ${path} to the archive`, error);
  }
}
