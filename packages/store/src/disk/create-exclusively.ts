import { closeSync, fstatSync, fsyncSync, openSync, unlinkSync, writeFileSync } from 'node:fs';
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
