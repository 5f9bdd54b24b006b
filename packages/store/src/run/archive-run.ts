import { lstatSync, renameSync } from 'node:fs';
import { basename, join } from 'node:path';
import { randomNonce } from '../disk/digest.ts';
import { makePrivateFolder } from '../disk/folders.ts';
import { diskError, errnoOf } from '../errors.ts';
import { MARKS_FILE, numberedPath, runName, runPath } from '../presence.ts';
import { VIEW_NAMES } from '../views/project-views.ts';
import { readMarks } from '../views/view-marks.ts';
import { usagePaths } from './beside-journal.ts';
import { makeLoopFolder } from './make-loop-folder.ts';
import { checkLoopFolder, openAnyRun, snapshotPath, type RunAddress } from './open-run.ts';

/** The result of archiving a run. */
export type Archived =
  /** All its files are in this folder. */
  | { readonly status: 'archived'; readonly folder: string }
  /** No journal, or another process archived it first. */
  | { readonly status: 'none' };

/** Where a workflow has its SPEC.md and SHAPE.md. The next loop must not take over those of this one. */
const SHAPE_FOLDER = 'shape';

/**
 * Moves a session's journal, its views and its shape to `.loop/archive/<run>/` and deletes nothing. Evidence and
 * learnings stay. Throws `StoreError` when the disk refuses.
 */
export function archiveRun(address: RunAddress): Archived {
  if (checkLoopFolder(address.root) !== undefined) return { status: 'none' };
  const loop = join(address.root, '.loop');
  const file = runPath(address.root, address.sessionId);
  const runId = runIdOf(address);
  const folder = freePath(loop, runId, runName(address.sessionId));
  makePrivateFolder(folder);
  // The journal goes first, because its removal ends the loop even if moving a view fails.
  if (!move(file, folder) && !move(numberedPath(file), folder)) return { status: 'none' };
  for (const path of [snapshotPath(file), ...usagePaths(address)]) move(path, folder);
  const isShown = runId !== undefined && readMarks(loop)['state.json']?.runId === runId;
  if (isShown) for (const name of [...VIEW_NAMES, MARKS_FILE, SHAPE_FOLDER]) move(join(loop, name), folder);
  return { status: 'archived', folder };
}

function runIdOf(address: RunAddress): string | undefined {
  const opened = openAnyRun(address);
  if (opened.status !== 'open') return undefined;
  opened.close();
  return opened.run.id;
}

/** The run that last showed a workflow in this project; undefined if no workflow was shown there. */
export function shapeOwner(root: string): string | undefined {
  return readMarks(join(root, '.loop'))['workflow-state.json']?.runId;
}

/**
 * Moves SPEC.md and SHAPE.md of another run to `.loop/archive/`, so that a new workflow can't take them over. Returns
 * their new folder; undefined if there are none. Throws `StoreError` when the disk refuses.
 */
export function archiveShape(root: string, owner: string | undefined): string | undefined {
  const loop = join(root, '.loop');
  const shape = join(loop, SHAPE_FOLDER);
  if (checkLoopFolder(root) !== undefined || !lstatSync(shape, { throwIfNoEntry: false })) return undefined;
  const folder = freePath(loop, owner, SHAPE_FOLDER);
  makePrivateFolder(folder);
  return move(shape, folder) ? join(folder, SHAPE_FOLDER) : undefined;
}

/**
 * Moves all records of a work tree that goes away to `.loop/archive/<run>/` of another folder of the same project.
 * Returns that folder, or undefined if the records stay where they are.
 */
export function keepRecords(from: string, to: string, runId: string): string | undefined {
  if (checkLoopFolder(from) !== undefined || !PLAIN_NAME.test(runId)) return undefined;
  try {
    makeLoopFolder(to);
    const folder = freePath(join(to, '.loop'), runId, '');
    renameSync(join(from, '.loop'), folder);
    return folder;
  } catch {
    return undefined;
  }
}

/** Takes back `keepRecords`. */
export function putRecordsBack(folder: string, root: string): void {
  renameSync(folder, join(root, '.loop'));
}

/** An id may come from an adopted file, so only a plain name is used as a folder name. */
const PLAIN_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** A path in the archive that is free, named by a run if it has a plain name. */
function freePath(loop: string, runId: string | undefined, otherName: string): string {
  const archive = join(loop, 'archive');
  makePrivateFolder(archive);
  const path = join(archive, runId !== undefined && PLAIN_NAME.test(runId) ? runId : otherName);
  return lstatSync(path, { throwIfNoEntry: false }) === undefined ? path : `${path}-${randomNonce()}`;
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
