import { linkSync, lstatSync } from 'node:fs';
import { diskError, errnoOf } from '../errors.ts';
import { createExclusively, removeQuietly } from './create-exclusively.ts';

/** How linking went; `unsupported` on a file system or under a Node permission that has no hard links. */
export type Linked = 'placed' | 'taken' | 'unsupported';

const UNSUPPORTED = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'ERR_ACCESS_DENIED'];

/**
 * Gives a whole file a second name if that name is free. Of several writers exactly one gets it. Throws `StoreError`
 * for any other error of the system.
 */
export function linkIfFree(temp: string, target: string): Linked {
  try {
    linkSync(temp, target);
    return 'placed';
  } catch (error) {
    // A network file system may lose the answer to a link that it made.
    if (hasTwoNames(temp)) return 'placed';
    if (errnoOf(error) === 'EEXIST') return 'taken';
    if (UNSUPPORTED.includes(errnoOf(error))) return 'unsupported';
    throw diskError(`create ${target}`, error);
  }
}

function hasTwoNames(path: string): boolean {
  try {
    return lstatSync(path).nlink === 2;
  } catch {
    return false;
  }
}

/**
 * Writes a synced file and gives it the first free of these names, whole and for exactly one writer. Returns false if
 * all are taken. Throws `StoreError` when the disk refuses.
 */
export function placeWhole(temp: string, targets: Iterable<string>, content: Buffer): boolean {
  createExclusively(temp, content, 'synced');
  try {
    for (const target of targets) {
      const linked = linkIfFree(temp, target);
      if (linked === 'placed') return true;
      // Without hard links, a kill in the middle of this write leaves a file that no reader accepts.
      if (linked === 'unsupported' && createExclusively(target, content, 'synced')) return true;
    }
    return false;
  } finally {
    removeQuietly(temp);
  }
}
