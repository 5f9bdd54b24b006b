import { chmodSync, existsSync, lstatSync, mkdirSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';
import { diskError, errnoOf, StoreError } from '../errors.ts';

/** Messages for people: the problem of a folder, and its remedy. */
export const FOLDER_PROBLEMS = {
  absent: 'is gone again',
  link: 'is a symbolic link; move it out of the way',
  'not-a-folder': 'is not a folder; move it out of the way',
  foreign: 'belongs to another user; move it out of the way',
  'writable-by-others': 'is writable by others; close it with chmod 700',
  unreadable: 'is not readable',
} as const;

/** The result of `checkFolder`: usable, absent, or the problem. */
export type FolderCheck = 'ok' | keyof typeof FOLDER_PROBLEMS;

/**
 * Checks whether a folder is safe to work in: a real folder (not a link), ours, and writable only by us. Node can't
 * open a path below a folder without following links, so callers check each level.
 */
export function checkFolder(path: string): FolderCheck {
  let stats: Stats | undefined;
  try {
    stats = lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return 'unreadable';
  }
  if (stats === undefined) return 'absent';
  if (stats.isSymbolicLink()) return 'link';
  if (!stats.isDirectory()) return 'not-a-folder';
  if (!isOurs(stats)) return 'foreign';
  // Windows reports modes that mean nothing.
  const isOpenToOthers = process.platform !== 'win32' && (stats.mode & 0o022) !== 0;
  return isOpenToOthers ? 'writable-by-others' : 'ok';
}

/** True when the file belongs to the user this process acts for; always true where there are no user ids. */
export function isOurs(stats: { readonly uid: number | bigint }): boolean {
  const uid = process.geteuid?.();
  return uid === undefined || BigInt(stats.uid) === BigInt(uid);
}

/**
 * Makes one private folder, or takes the one that is there if it is safe; throws `StoreError` otherwise. A folder
 * that the user's group may write to (umask 002) is closed to the group; a world-writable one is refused.
 */
export function makePrivateFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
    return;
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') {
      throw diskError(`make the folder ${path}`, error);
    }
  }
  const found = checkFolder(path);
  if (found === 'ok') return;
  if (found === 'writable-by-others' && !isWorldWritable(path)) {
    chmodSync(path, 0o700);
    return;
  }
  throw new StoreError('unsafe-path', `Nothing was written: ${path} ${FOLDER_PROBLEMS[found]}.`);
}

/** True when a folder is world-writable or can't be inspected. */
export function isWorldWritable(path: string): boolean {
  const mode = lstatSync(path, { throwIfNoEntry: false })?.mode ?? 0o002;
  return (mode & 0o002) !== 0;
}

/**
 * Makes a private folder and the folders above it; throws if the system refuses. Node's own recursive `mkdir` never
 * ends where a folder exists but takes no entries, such as `/proc/1`.
 */
export function makeFolders(path: string): void {
  if (existsSync(path)) return;
  makeFolders(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!existsSync(path)) throw error;
  }
}
