import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { askGit } from '../git/git-reader.ts';
import { readPlain } from '../read-plain.ts';
import { listTree, type TreeOptions } from '../tree/tree-identity.ts';
import { type ChangedPath, changesSince, entriesOf, type StoredList } from './start-list.ts';

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
const NO_START = { changes: [], unknown: 'no list of files from the start' };

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
  const paths = [...entriesOf(listed.list).keys()].filter(isFile);
  const { changes, unknown } = start ? changesSince(start, () => listed) : NO_START;
  const { env = process.env } = options;
  let left = MAX_BEFORE;
  return {
    paths: paths.sort((one, other) => Number(isBeside(one)) - Number(isBeside(other))),
    changes: changes
      .filter(({ path }) => isFile(path))
      .map(({ path, change, before }) => {
        const id = /^100\d{3} blob (\w+)$/.exec(before ?? '')?.[1];
        return { path, change, before: id !== undefined && left-- > 0 ? readBlob(root, env, id) : undefined };
      }),
    unknown,
    read: (path) => (paths.includes(path) ? readFile(root, path) : undefined),
  };
}

function isBeside(path: string): boolean {
  return path.startsWith('../');
}

/** False for the files of git that a list has, too. */
function isFile(path: string): boolean {
  return !path.startsWith('.git/info/');
}

/** The content of a blob that the repository has. */
function readBlob(root: string, env: NonNullable<TreeOptions['env']>, id: string): Uint8Array | undefined {
  const text = askGit(root, env, ['cat-file', 'blob', id]);
  const bytes = text === undefined ? undefined : Buffer.from(text);
  return bytes && bytes.length <= MAX_FILE ? bytes : undefined;
}

/** Reads a file that is inside of the project, not through a link. */
function readFile(root: string, path: string): Uint8Array | undefined {
  try {
    const whole = join(realpathSync(root), path);
    const file = realpathSync(whole) === whole ? readPlain(whole, MAX_FILE) : undefined;
    return file?.status === 'read' ? file.bytes : undefined;
  } catch {
    return undefined;
  }
}
