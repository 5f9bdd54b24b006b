import { createHash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { type ListOptions, listTree, type TreeList, type TreeOptions } from '../tree/tree-identity.ts';

/** The files of a project at the start of a run. */
export type StartList =
  | {
      readonly status: 'known';
      /** Goes on record, so that a change of the stored list shows. */
      readonly digest: string;
      readonly files: number;
      /** The list, compressed: to be stored until the end. */
      readonly bytes: Uint8Array;
      /** The contents of the files that git doesn't have, if they were asked for: to be stored, too. */
      readonly contents: Uint8Array | undefined;
    }
  | { readonly status: 'unknown'; readonly reason: string };

/** The list of a start, as it was stored. */
export interface StoredList {
  /** The digest that is on record. */
  readonly digest: string;
  /** The stored list; undefined if it is gone. */
  readonly bytes: Uint8Array | undefined;
}

/** A path whose entry differs from the start. */
export interface ChangedPath {
  readonly path: string;
  readonly change: 'changed' | 'deleted' | 'new';
  /** Its mode, type and id at the start; undefined for a new path. */
  readonly before: string | undefined;
}

/** The changed and deleted paths, then the new ones; or why they are unknown. */
export interface Changes {
  readonly changes: readonly ChangedPath[];
  readonly unknown?: string;
}

interface StartOptions extends TreeOptions, ListOptions {
  /** When the user typed the start; left out: now. */
  readonly typedAt?: number | undefined;
}

/** Loaded when it is needed: most commands and hooks read no list. */
const zlib = () => process.getBuiltinModule('node:zlib');

/** Longer lists and contents are not kept. */
const MAX_LIST = 64 * 1024 * 1024;

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
  if ((listed.contents?.length ?? 0) > MAX_LIST)
    return {
      status: 'unknown',
      reason: 'the files that git does not have are larger than 64 MB, compressed',
    };
  return {
    status: 'known',
    digest: digestOf(list),
    files: list.split('\0').length - 1,
    bytes: zlib().gzipSync(list, { level: 1 }),
    contents: listed.contents,
  };
}

/** The entry of a file that changed after the user typed the start. No file can have it. */
export const CHANGED_BEFORE = 'changed before the start';

/** Gives files that changed later an entry that no file can have. */
function withoutLater(root: string, list: string, typedAt: number): string {
  const changedAt = (path: string): number =>
    lstatSync(join(root, path), { throwIfNoEntry: false })?.ctimeMs ?? 0;
  return list.replaceAll(/[^\0\t]+\t([^\0]+)\0/g, (line, path: string) =>
    changedAt(path) > typedAt ? `${CHANGED_BEFORE}\t${path}\0` : line,
  );
}

/** Compares a stored list with the files of now, which are read only if the list is whole. Never throws. */
export function changesSince(stored: StoredList, readNow: () => TreeList): Changes {
  const before = readStored(stored);
  if (before.status === 'unknown') return { changes: [], unknown: before.reason };
  const now = readNow();
  if (now.status === 'unknown') return { changes: [], unknown: now.reason };
  return { changes: compareLists(before.list, now.list) };
}

/** Reads a stored list, if it is whole. Never throws. */
export function readStored({ digest, bytes }: StoredList): TreeList {
  const unknown = (reason: string) => ({ status: 'unknown', reason }) as const;
  if (bytes === undefined) return unknown('the list of files from the start is gone');
  let list: string;
  try {
    list = zlib()
      .gunzipSync(bytes, { maxOutputLength: 2 * MAX_LIST })
      .toString();
  } catch {
    return unknown('the list of files from the start is damaged');
  }
  return digestOf(list) === digest
    ? { status: 'known', list }
    : unknown('the list of files from the start was changed');
}

function compareLists(before: string, now: string): readonly ChangedPath[] {
  const [was, is] = [entriesOf(before), entriesOf(now)];
  const changed = [...was].flatMap(([path, entry]): ChangedPath[] =>
    is.get(path) === entry ? [] : [{ path, change: is.has(path) ? 'changed' : 'deleted', before: entry }],
  );
  const added = [...is.keys()].filter((path) => !was.has(path));
  return [...changed, ...added.map((path) => ({ path, change: 'new', before: undefined }) as const)];
}

/** The files of a list: mode, type and id by path. */
export function entriesOf(list: string): ReadonlyMap<string, string> {
  return new Map(
    [...list.matchAll(/([^\0\t]+)\t([^\0]+)\0/g)].map(([, entry = '', path = '']) => [path, entry]),
  );
}

function digestOf(list: string): string {
  return createHash('sha256').update(list).digest('hex').slice(0, 32);
}
