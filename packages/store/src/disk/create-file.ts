import {
  closeSync,
  fstatSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { diskError, errnoOf } from '../errors.ts';

/**
 * Creates a file with all of its content and returns true, or returns false because the name is taken. Follows no
 * link. Removes a file that could not be written whole before it throws the `StoreError`.
 */
export function createExclusively(
  path: string,
  content: string | Buffer,
  sync: 'synced' | 'unsynced' = 'unsynced',
): boolean {
  let fd: number;
  try {
    fd = openSync(path, 'wx', 0o600);
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false;
    throw diskError(`create ${path}`, error);
  }
  try {
    try {
      const bytes = Buffer.from(content);
      // No other process knows the file yet, so several writes are safe.
      writeFileSync(fd, bytes);
      // A disk may say that it took more than it did.
      if (fstatSync(fd).size !== bytes.length) throw new Error('the disk took fewer bytes');
      if (sync === 'synced') syncOrGoOn(fd);
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    removeQuietly(path);
    throw diskError(`write ${path}`, error);
  }
  return true;
}

/**
 * Syncs a file. Continues where syncing isn't available: `node --permission` denies it, and some file systems lack
 * it. Throws any other error.
 */
export function syncOrGoOn(fd: number, sync: (fd: number) => void = fsyncSync): void {
  try {
    sync(fd);
  } catch (error) {
    if (!['ERR_ACCESS_DENIED', 'EINVAL', 'ENOSYS', 'ENOTSUP'].includes(errnoOf(error))) throw error;
  }
}

/** Removes a file of ours; ignores failures. */
export function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // No reader uses the leftover temporary or claim file.
  }
}

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
