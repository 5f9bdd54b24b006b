import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { listTree, readBlobs, type TreeOptions } from '../tree/tree-identity.ts';
import { toEntries } from './compare-lists.ts';
import { readStartList, type StoredList } from './start-list.ts';

/** A file that differs from the start of a run. */
export interface ChangedFile {
  readonly path: string;
  readonly change: 'changed' | 'deleted' | 'new';
  /** Its content at the start; undefined if the file is new, or if git doesn't have the content. */
  readonly before: Uint8Array | undefined;
}

/** The files of a project now, and the changes since the start of a run. */
export interface ProjectFiles {
  /** The paths of all files that git doesn't ignore, those of the project before those beside it. */
  readonly paths: readonly string[];
  readonly changes: readonly ChangedFile[];
  /** Why the changes are unknown. */
  readonly unknown: string | undefined;
  /** The content of a regular file in the project; undefined for everything else, and for a large file. */
  read(path: string): Uint8Array | undefined;
}

/** The most files whose content at the start is read. */
const MAX_BEFORE = 60;
/** Larger files are rarely text for human readers. */
const MAX_FILE = 1024 * 1024;

/**
 * Reads the paths of a project, and the changes since the start of a run. Without a start list the changes are
 * unknown. Never throws: a string is the reason why nothing could be read.
 */
export function readProjectFiles(
  root: string,
  start: StoredList | undefined,
  options: TreeOptions = {},
): ProjectFiles | string {
  const listed = listTree(root, options);
  if (listed.status === 'unknown') return listed.reason;
  const now = toEntries(listed.list);
  for (const path of now.keys()) if (path.startsWith('.git/info/')) now.delete(path);
  const before = start ? readStartList(start) : { unknown: 'no list of files from the start' };
  return {
    paths: [...now.keys()].sort((one, other) => Number(isBeside(one)) - Number(isBeside(other))),
    changes: 'list' in before ? changesSince(root, toEntries(before.list), now, options) : [],
    unknown: 'list' in before ? undefined : before.unknown,
    read: (path) => (now.has(path) ? readFile(root, path) : undefined),
  };
}

function isBeside(path: string): boolean {
  return path.startsWith('../');
}

function changesSince(
  root: string,
  before: ReadonlyMap<string, string>,
  now: ReadonlyMap<string, string>,
  options: TreeOptions,
): ChangedFile[] {
  const changed = [...now].flatMap(([path, entry]) => {
    const was = before.get(path);
    return was === entry ? [] : [{ path, change: was === undefined ? 'new' : 'changed' } as const];
  });
  const deleted = [...before.keys()].flatMap((path) =>
    now.has(path) || path.startsWith('.git/info/') ? [] : [{ path, change: 'deleted' } as const],
  );
  const all = [...changed, ...deleted];
  const ids = all.flatMap(({ path }) => idOf(before.get(path)) ?? []).slice(0, MAX_BEFORE);
  const contents = readBlobs(root, ids, MAX_FILE, options);
  return all.map(({ path, change }) => ({
    path,
    change,
    before: contents.get(idOf(before.get(path)) ?? ''),
  }));
}

/** The id in `100644 blob <id>`. */
function idOf(entry: string | undefined): string | undefined {
  const [mode = '', type, id] = entry?.split(' ') ?? [];
  return type === 'blob' && mode.startsWith('100') ? id : undefined;
}

/** Reads a file that is inside of the project, not through a link. */
function readFile(root: string, path: string): Uint8Array | undefined {
  let file: number | undefined;
  try {
    const whole = join(realpathSync(root), path);
    if (realpathSync(whole) !== whole) return undefined;
    file = openSync(whole, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    const stat = fstatSync(file);
    if (!stat.isFile() || stat.size > MAX_FILE) return undefined;
    const bytes = Buffer.alloc(stat.size);
    return bytes.subarray(0, readSync(file, bytes));
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
