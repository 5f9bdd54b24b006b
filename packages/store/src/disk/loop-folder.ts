import { chmodSync, lstatSync, mkdirSync, type Stats } from 'node:fs';
import { errnoOf, StoreError } from '../errors.ts';

/** What `checkFolder` found: usable, not there, or what is wrong with it. */
export type FolderCheck =
  | 'ok'
  | 'absent'
  | 'link'
  | 'not-a-folder'
  | 'foreign'
  | 'writable-by-others'
  | 'unreadable';

const OTHERS_MAY_WRITE = 0o022;

/**
 * Tells whether a folder may be worked in: a real folder (never a link), ours, and writable by nobody else.
 * Node has no way to open a path beneath a folder without following links, so each level is looked at.
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
  return mayOthersWrite(stats) ? 'writable-by-others' : 'ok';
}

/** True when the file belongs to the user this process acts for; always true where there are no user ids. */
export function isOurs(stats: { readonly uid: number | bigint }): boolean {
  const uid = process.geteuid?.();
  return uid === undefined || BigInt(stats.uid) === BigInt(uid);
}

function mayOthersWrite(stats: Stats): boolean {
  // Windows reports modes that mean nothing.
  return process.platform !== 'win32' && (stats.mode & OTHERS_MAY_WRITE) !== 0;
}

/**
 * Makes one private folder, or takes the one that is there if it is safe; throws `StoreError` otherwise. A folder that
 * the user's group may write to (umask 002) is closed to the group; a world-writable one is refused.
 */
export function makePrivateFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
    return;
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') {
      throw new StoreError(
        'io',
        `Could not make the folder ${path}: ${errnoOf(error)}. Check its parent folder.`,
        {
          cause: error,
        },
      );
    }
  }
  const found = checkFolder(path);
  if (found === 'ok') return;
  if (found === 'writable-by-others' && !isWorldWritable(path)) {
    chmodSync(path, 0o700);
    return;
  }
  throw new StoreError(
    'unsafe-path',
    `${path} is ${describe(found)}; nothing was written. ${remedy(found, path)}`,
  );
}

/** True when everybody may write to a folder, or it can't be looked at. */
export function isWorldWritable(path: string): boolean {
  const mode = lstatSync(path, { throwIfNoEntry: false })?.mode ?? 0o002;
  return (mode & 0o002) !== 0;
}

function describe(found: FolderCheck): string {
  switch (found) {
    case 'link':
      return 'a symbolic link';
    case 'not-a-folder':
      return 'not a folder';
    case 'foreign':
      return "another user's";
    case 'writable-by-others':
      return 'writable by everybody';
    case 'absent':
      return 'gone again';
    default:
      return 'not readable';
  }
}

function remedy(found: FolderCheck, path: string): string {
  return found === 'writable-by-others'
    ? `Close it with: chmod 700 ${path}`
    : 'Move it out of the way and try again.';
}
