import { lstatSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { randomNonce } from '../disk/digest.ts';
import { makePrivateFolder } from '../disk/folders.ts';

/**
 * Moves a user's file into `archive/aside/`, so that it isn't lost, and returns its new path; undefined when it could
 * not be moved.
 */
export function keepAside(loopFolder: string, path: string, name: string): string | undefined {
  try {
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return undefined;
    const target = join(asideFolder(loopFolder), `${randomNonce()}-${name}`);
    renameSync(path, target);
    return target;
  } catch {
    return undefined;
  }
}

/** Makes and gives the folder for files of others. */
export function asideFolder(loopFolder: string): string {
  const archive = join(loopFolder, 'archive');
  const aside = join(archive, 'aside');
  for (const folder of [archive, aside]) makePrivateFolder(folder);
  return aside;
}
