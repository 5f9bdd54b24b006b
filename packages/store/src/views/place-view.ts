import { linkSync, lstatSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { errnoOf } from '../errors.ts';
import { removeQuietly } from '../disk/create-exclusively.ts';

/** How placing a view went. */
export type Placed = 'placed' | 'taken' | 'failed';

/**
 * Writes a view whole under a name that nobody knows, and gives that name; undefined when it could not be
 * written whole. `write-file-atomic` alone would follow a link at its target, use a temp name that can be guessed,
 * and report success after a short write on a full disk: the unguessable target closes the first two, looking at
 * the size before anything is replaced the third. No sync: a view can be made again.
 */
export function stageView(folder: string, nonce: string, text: string): string | undefined {
  const temp = join(folder, `.view.${nonce}.tmp`);
  try {
    writeFileAtomic.sync(temp, text, { mode: 0o600, fsync: false });
    const stats = lstatSync(temp);
    if (stats.isFile() && stats.size === Buffer.byteLength(text)) return temp;
  } catch {
    // Whatever it was, the view that is there stays as it is.
  }
  removeQuietly(temp);
  return undefined;
}

/** Puts a staged view in place of whatever lies there; a link there is replaced, not followed. */
export function replaceView(temp: string, target: string): Placed {
  try {
    renameSync(temp, target);
    return 'placed';
  } catch {
    removeQuietly(temp);
    return 'failed';
  }
}

/** Puts a staged view at a free name, or finds the name taken; the staged file stays for another try. */
export function placeIfFree(temp: string, target: string): Placed {
  try {
    linkSync(temp, target);
    return 'placed';
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return 'taken';
    // Where there are no hard links, an edit between this look and the rename could be lost.
    return ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'ERR_ACCESS_DENIED'].includes(
      errnoOf(error),
    )
      ? renameIfFree(temp, target)
      : 'failed';
  }
}

function renameIfFree(temp: string, target: string): Placed {
  try {
    if (lstatSync(target, { throwIfNoEntry: false }) !== undefined) return 'taken';
    renameSync(temp, target);
    return 'placed';
  } catch {
    return 'failed';
  }
}
