import { lstatSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { diskError } from '../errors.ts';
import { removeQuietly } from './create-exclusively.ts';
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

/**
 * Writes a whole file under a random name in a folder and gives its path; throws `StoreError` otherwise.
 * `write-file-atomic` alone follows a link at its target, uses a temporary name that can be guessed, and reports
 * success after a short write on a full disk. The random target prevents the first two; the size check finds the third.
 */
export function stageFile(folder: string, content: string | Buffer): string {
  const temp = join(folder, `.${randomNonce()}.tmp`);
  try {
    writeFileAtomic.sync(temp, content, { mode: 0o600, fsync: false });
    const stats = lstatSync(temp);
    if (!stats.isFile() || stats.size !== Buffer.byteLength(content)) throw new Error('short write');
    return temp;
  } catch (error) {
    removeQuietly(temp);
    throw diskError(`write a file in ${folder}`, error);
  }
}
