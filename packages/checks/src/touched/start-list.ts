import { createHash } from 'node:crypto';
import { lstatSync, realpathSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { SomeCheck } from '../check.ts';
import { listTree, type TreeOptions } from '../tree/tree-identity.ts';
import { changedAround } from './changed-around.ts';
import { compareLists, MAX_FILES, toEntries, type Touched } from './compare-lists.ts';

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

/** Longer lists are not kept. */
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

/** The start of a run, and what to look for among the files that changed. */
export interface Since extends StoredList {
  readonly checks: readonly SomeCheck[];
  readonly guard: readonly string[];
  /** When the run started: later changes around the project count, too. */
  readonly startedAt?: number;
}

/** Names the changes in a project since the start of a run, as git sees them, and those around it. Never throws. */
export function touchedSince(root: string, since: Since, options: TreeOptions = {}): Touched {
  const before = readStartList(since);
  if ('unknown' in before) return unknown(before.unknown);
  const now = listTree(root, options);
  if (now.status === 'unknown') return unknown(now.reason.slice(0, 300));
  const { checks, guard, startedAt } = since;
  const touched = compareLists(before.list, now.list, {
    checks,
    guard,
    leavesTree: (path) => leaves(now.top, join(root, path)),
  });
  if (startedAt === undefined) return touched;
  const { env = process.env } = options;
  const followed = new Set(toEntries(now.list).keys());
  const { files, open } = changedAround({ root, followed, checks, since: startedAt, env });
  return {
    ...touched,
    proofFiles: [...files, ...touched.proofFiles].slice(0, MAX_FILES),
    proofFileCount: files.length + touched.proofFileCount,
    ...(open.length > 0 && { open: open.slice(0, 5) }),
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

function unknown(reason: string): Touched {
  return {
    changed: 0,
    deleted: 0,
    added: 0,
    proofFiles: [],
    proofFileCount: 0,
    guarded: [],
    guardedCount: 0,
    unknown: reason,
  };
}

/** A link that leads nowhere may lead out of the work tree later. */
function leaves(top: string, path: string): boolean {
  try {
    const inside = relative(realpathSync(top), realpathSync(path));
    return inside === '..' || inside.startsWith(`..${sep}`);
  } catch {
    return true;
  }
}

function digestOf(list: string): string {
  return createHash('sha256').update(list).digest('hex').slice(0, 32);
}
