import { createHash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { listTree, type TreeList, type TreeOptions } from '../tree/tree-identity.ts';
import { type ChangedPath, compareLists } from './compare-lists.ts';
import { matchesPattern } from './matches-pattern.ts';

/** The files of a project at the start of a run. */
export type StartList =
  | {
      readonly status: 'known';
      /** Goes on record, so that a change of the stored list shows. */
      readonly digest: string;
      readonly files: number;
      /** The list, compressed: to be stored until the end. */
      readonly bytes: Uint8Array;
    }
  | { readonly status: 'unknown'; readonly reason: string };

/** The differences between the files of a project and those at the start of a run. */
export interface Touched {
  changed: number;
  deleted: number;
  added: number;
  /** The first of the files: changed and deleted ones before new ones. */
  files: TouchedFile[];
  /** The guarded files, the first of them. */
  guarded: string[];
  guardedCount: number;
  /** Why the files could not be compared. */
  unknown?: string;
}

/** A file that differs from the start of a run. */
export interface TouchedFile {
  path: string;
  change: ChangedPath['change'];
}

/** Longer lists are not kept. */
const MAX_LIST = 64 * 1024 * 1024;
/** The most files that are named. */
const MAX_FILES = 200;
const MAX_PATH = 300;

/**
 * Lists the files of a project at the start of a run. Changes after the user typed the start count as changes since.
 * Never throws.
 */
export function createStartList(root: string, options: StartOptions = {}): StartList {
  const listed = listTree(root, options);
  if (listed.status === 'unknown') return listed;
  const { typedAt } = options;
  const list = typedAt === undefined ? listed.list : withoutLater(root, listed.list, typedAt);
  if (list.length > MAX_LIST) return { status: 'unknown', reason: 'the project has too many files' };
  return {
    status: 'known',
    digest: digestOf(list),
    files: list.split('\0').length - 1,
    bytes: gzipSync(list, { level: 1 }),
  };
}

interface StartOptions extends TreeOptions {
  /** When the user typed the start; left out: now. */
  readonly typedAt?: number | undefined;
}

/** Gives files that changed later an entry that no file can have. */
function withoutLater(root: string, list: string, typedAt: number): string {
  const isLater = (path: string): boolean =>
    (lstatSync(join(root, path), { throwIfNoEntry: false })?.ctimeMs ?? 0) > typedAt;
  return list
    .split('\0')
    .map((line) => {
      const path = line.slice(line.indexOf('\t') + 1);
      return line.includes('\t') && isLater(path) ? `changed before the start\t${path}` : line;
    })
    .join('\0');
}

/** The list of a start, as it was stored. */
export interface StoredList {
  /** The digest that is on record. */
  readonly digest: string;
  /** The stored list; undefined if it is gone. */
  readonly bytes: Uint8Array | undefined;
}

/** The start of a run, and the patterns of files that should have stayed as they were. */
export interface Since extends StoredList {
  readonly guard: readonly string[];
}

/** Names the changes in a project since the start of a run; `read` lists the project as it is now. Never throws. */
export function touchedSince(since: Since, read: () => TreeList): Touched {
  const before = readStartList(since);
  if ('unknown' in before) return toTouched([], [], before.unknown);
  const now = read();
  if (now.status === 'unknown') return toTouched([], [], now.reason.slice(0, MAX_PATH));
  const changes = compareLists(before.list, now.list);
  const isGuarded = ({ path, change }: ChangedPath): boolean =>
    change !== 'new' && since.guard.some((pattern) => matchesPattern(path, pattern));
  return toTouched(changes, changes.filter(isGuarded));
}

function toTouched(
  changes: readonly ChangedPath[],
  guarded: readonly ChangedPath[],
  unknown?: string,
): Touched {
  const countOf = (kind: ChangedPath['change']): number =>
    changes.filter(({ change }) => change === kind).length;
  return {
    changed: countOf('changed'),
    deleted: countOf('deleted'),
    added: countOf('new'),
    files: changes.slice(0, MAX_FILES).map(({ path, change }) => ({ path: path.slice(0, MAX_PATH), change })),
    guarded: guarded.slice(0, MAX_FILES).map(({ path }) => path.slice(0, MAX_PATH)),
    guardedCount: guarded.length,
    ...(unknown !== undefined && { unknown }),
  };
}

/** Unpacks a stored list, or says why it can't be used. */
export function readStartList({
  digest,
  bytes,
}: StoredList): { readonly list: string } | { readonly unknown: string } {
  if (bytes === undefined) return { unknown: 'the list of files from the start is gone' };
  try {
    const list = gunzipSync(bytes, { maxOutputLength: 2 * MAX_LIST }).toString();
    return digestOf(list) === digest ? { list } : { unknown: 'the list of files from the start was changed' };
  } catch {
    return { unknown: 'the list of files from the start is damaged' };
  }
}

function digestOf(list: string): string {
  return createHash('sha256').update(list).digest('hex').slice(0, 32);
}
