import { lstatSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateFolder } from '../disk/loop-folder.ts';
import { randomNonce } from '../disk/digest.ts';
import { makeLoopFolder } from './make-loop-folder.ts';
import { checkLoopFolder } from './open-run.ts';

/**
 * Moves all records of a work tree that goes away to `.loop/archive/<run>/` of another folder of the same project.
 * Returns that folder, or undefined if the records stay where they are.
 */
export function keepRecords(from: string, to: string, runId: string): string | undefined {
  if (checkLoopFolder(from) !== undefined || !/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(runId))
    return undefined;
  try {
    makeLoopFolder(to);
    const archive = join(to, '.loop', 'archive');
    makePrivateFolder(archive);
    const plain = join(archive, runId);
    const isFree = lstatSync(plain, { throwIfNoEntry: false }) === undefined;
    const folder = isFree ? plain : `${plain}-${randomNonce()}`;
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
