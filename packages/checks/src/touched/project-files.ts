import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { listTree, readBlobs, type TreeOptions } from '../tree/tree-identity.ts';
import { type ChangedPath, compareLists } from './compare-lists.ts';
import { readStartList, type StoredList } from './start-list.ts';

/** A file that differs from the start of a run. */
export interface ChangedFile extends Pick<ChangedPath, 'path' | 'change'> {
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
  const paths = new Set(listed.list.split('\0').map((line) => line.slice(line.indexOf('\t') + 1)));
  for (const path of paths) if (!isFile(path)) paths.delete(path);
  const before = start ? readStartList(start) : { unknown: 'no list of files from the start' };
  const changes = 'list' in before ? compareLists(before.list, listed.list) : [];
  return {
    paths: [...paths].sort((one, other) => Number(isBeside(one)) - Number(isBeside(other))),
    changes: withContents(
      root,
      changes.filter(({ path }) => isFile(path)),
      options,
    ),
    unknown: 'list' in before ? undefined : before.unknown,
    read: (path) => (paths.has(path) ? readFile(root, path) : undefined),
  };
}

function isBeside(path: string): boolean {
  return path.startsWith('../');
}

/** False for the files of git that a list has, too. */
function isFile(path: string): boolean {
  return path !== '' && !path.startsWith('.git/info/');
}

function withContents(
  root: string,
  changes: readonly ChangedPath[],
  options: TreeOptions,
): readonly ChangedFile[] {
  const ids = changes.flatMap(({ before }) => idOf(before) ?? []).slice(0, MAX_BEFORE);
  const contents = readBlobs(root, ids, MAX_FILE, options);
  return changes.map(({ path, change, before }) => ({
    path,
    change,
    before: contents.get(idOf(before) ?? ''),
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
