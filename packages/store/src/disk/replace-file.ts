import { renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { diskError, StoreError } from '../errors.ts';
import { createExclusively, removeQuietly } from './create-exclusively.ts';
import { randomNonce } from './random.ts';

/**
 * Replaces a path by a whole file, private to the user. Replaces a link instead of following it. Throws `StoreError`
 * and leaves the path as it was when the disk refuses. Doesn't sync: use it for content that can be made again.
 */
export function replaceFile(path: string, content: string | Buffer): void {
  const temp = stageFile(dirname(path), content);
  try {
    renameSync(temp, path);
  } catch (error) {
    removeQuietly(temp);
    throw diskError(`replace ${path}`, error);
  }
}

/** Replaces a file that can be made again; false if the disk refuses. */
export function tryReplace(path: string, content: string | Buffer): boolean {
  try {
    replaceFile(path, content);
    return true;
  } catch {
    return false;
  }
}

/** Writes a whole file under a random name in a folder and gives its path; throws `StoreError` otherwise. */
export function stageFile(folder: string, content: string | Buffer): string {
  const temp = join(folder, `.${randomNonce()}.tmp`);
  if (!createExclusively(temp, content)) throw new StoreError('io', `${temp} is already there`);
  return temp;
}
