import { lstatSync, realpathSync } from 'node:fs';
import { isAbsolute, normalize, resolve, sep } from 'node:path';
import { errorCode } from '../error-code.ts';
import { findProgram } from '../processes/find-program.ts';
import { createGitReader, Unreadable } from '../git/git-reader.ts';
import { openTree, type ReadTree } from './read-tree.ts';
import { statIdentity } from './stat-identity.ts';

/** An identity of a work tree's content, or the reason why it is unknown. */
export type TreeIdentity =
  | {
      readonly status: 'known';
      readonly identity: string;
      /** `stat`: git is not on this machine, so names, sizes and times count. */
      readonly source: 'git' | 'git-without-repository' | 'stat';
    }
  | { readonly status: 'unknown'; readonly reason: string };

/** A part of a project. */
export interface TreeScope {
  /** A folder of the project or a work tree of its own, relative to the root; left out: the root. */
  readonly folder?: string | undefined;
  /** Files and folders in it, also ignored ones; left out: everything in the work tree that git doesn't ignore. */
  readonly paths?: readonly string[] | undefined;
}

export interface TreeOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** After this time the answer is `unknown`. */
  readonly timeoutMs?: number;
}

const DEADLINE_MS = 5000;

/**
 * Identifies the content of the work tree around a folder: the id of the tree that git would write at its top. The same
 * content has the same identity after a commit, in a clone and in a linked work tree. Changes nothing in the repository. Never throws.
 *
 * @example
 * const { status } = treeIdentity(root);
 * if (status === 'unknown') throw new Error('Evidence can not be fresh.');
 */
export function treeIdentity(root: string, scope: TreeScope = {}, options: TreeOptions = {}): TreeIdentity {
  return treeIdentities(root, [scope], options)[0] ?? { status: 'unknown', reason: 'nothing was read' };
}

/** Identifies several parts of a project. Parts in one folder share one reading of it. */
export function treeIdentities(
  root: string,
  scopes: readonly TreeScope[],
  options: TreeOptions = {},
): readonly TreeIdentity[] {
  const reading = readTreeOnce(options);
  const identities = reading.identities(root, scopes);
  reading.close();
  return identities;
}

/** Answers about work trees. Each is read when it is first asked about, and not again. */
export interface TreeReading {
  identities(root: string, scopes: readonly TreeScope[]): readonly TreeIdentity[];
  list(root: string): TreeList;
  /** Removes the temporary files. Call it when the tree may have changed, and at the end. */
  close(): void;
}

/** Creates a reading of work trees as they are now. Never throws. */
export function readTreeOnce({ env = process.env, timeoutMs = DEADLINE_MS }: TreeOptions = {}): TreeReading {
  const deadline = Date.now() + timeoutMs;
  const opened = new Map<string, ReadTree>();
  const known = new Map<string, TreeIdentity>();
  const treeOf = (folder: string): ReadTree => {
    const tree = opened.get(folder) ?? openFolder(folder, env, deadline);
    opened.set(folder, tree);
    return tree;
  };
  const close = (): void => {
    for (const tree of opened.values()) tree.close();
    opened.clear();
    known.clear();
    process.off('exit', close);
  };
  process.once('exit', close);
  return {
    identities: (root, scopes) =>
      scopes.map(({ folder = '', paths = [] }) => {
        const whole = resolve(root, folder);
        const key = [whole, ...paths].join('\0');
        const identity = known.get(key) ?? identityOf(() => treeOf(whole), whole, paths);
        known.set(key, identity);
        return identity;
      }),
    list: (root) => {
      try {
        const { list, top } = treeOf(root);
        return { status: 'known', list: list(), top };
      } catch (error) {
        return { status: 'unknown', reason: reasonOf(error, root) };
      }
    },
    close,
  };
}

function identityOf(read: () => ReadTree, folder: string, paths: readonly string[]): TreeIdentity {
  try {
    const tree = read();
    return { status: 'known', identity: tree.identity(paths.map(parsePath)), source: tree.source };
  } catch (error) {
    return { status: 'unknown', reason: reasonOf(error, folder) };
  }
}

/**
 * Every file of the work tree around a project with its content's id, or why it can't be read. Paths are relative to
 * the project; `top` is the top of the work tree.
 */
export type TreeList =
  | { readonly status: 'known'; readonly list: string; readonly top: string }
  | { readonly status: 'unknown'; readonly reason: string };

/** Lists the files of a project, to compare it later. Without git there is no list. Never throws. */
export function listTree(root: string, options: TreeOptions = {}): TreeList {
  const reading = readTreeOnce(options);
  const list = reading.list(root);
  reading.close();
  return list;
}

/**
 * Reads the content of blobs that the repository of a project has, by id. A blob that is missing or larger than
 * `maxBytes` is left out. Never throws.
 */
export function readBlobs(
  root: string,
  ids: readonly string[],
  maxBytes: number,
  { env = process.env, timeoutMs = DEADLINE_MS }: TreeOptions = {},
): ReadonlyMap<string, Uint8Array> {
  const contents = new Map<string, Uint8Array>();
  try {
    const program = findProgram(env, 'git', root);
    if (program === undefined) return contents;
    const git = createGitReader(program, env, Date.now() + timeoutMs);
    for (const id of new Set(ids)) {
      const text = git.ask(['cat-file', 'blob', id], { cwd: root });
      const bytes = text === undefined ? undefined : Buffer.from(text);
      if (bytes && bytes.length <= maxBytes) contents.set(id, bytes);
    }
  } catch {
    // The deadline is over: return the contents read so far.
  }
  return contents;
}

function openFolder(folder: string, env: NonNullable<TreeOptions['env']>, deadline: number): ReadTree {
  if (!lstatSync(realpathSync(folder)).isDirectory()) throw new Unreadable(`${folder} is not a folder`);
  const program = findProgram(env, 'git', folder);
  const git = createGitReader(program ?? 'git', env, deadline);
  if (program !== undefined) return openTree(folder, { git, env, depth: 0 });
  return {
    top: folder,
    source: 'stat',
    identity: (paths) => statIdentity(folder, paths, git.checkDeadline),
    list: () => {
      throw new Unreadable('git is not on this machine');
    },
    close: () => undefined,
  };
}

function reasonOf(error: unknown, folder: string): string {
  if (error instanceof Unreadable) return error.message;
  const code = errorCode(error);
  const why = code !== 'unknown' ? code : error instanceof Error ? error.message : String(error);
  return `could not read ${folder}: ${why}`;
}

function parsePath(path: string): string {
  const clean = normalize(path).split(sep).join('/').replace(/\/+$/, '');
  if (path === '' || isAbsolute(path) || clean === '..' || clean.startsWith('../')) {
    throw new Unreadable(`a check can depend only on paths inside the project; ${path} is not one`);
  }
  return clean === '.' ? '' : clean;
}
