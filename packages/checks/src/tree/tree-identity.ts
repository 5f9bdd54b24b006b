import { lstatSync, realpathSync } from 'node:fs';
import { isAbsolute, normalize, resolve, sep } from 'node:path';
import { errorCode } from '../error-code.ts';
import { findProgram } from '../processes/find-program.ts';
import { createGitReader, Unreadable } from '../git/git-reader.ts';
import { withTree } from './read-tree.ts';
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
  { env = process.env, timeoutMs = DEADLINE_MS }: TreeOptions = {},
): readonly TreeIdentity[] {
  const deadline = Date.now() + timeoutMs;
  const results: TreeIdentity[] = [];
  for (const folder of new Set(scopes.map((scope) => scope.folder ?? ''))) {
    const wanted = [...scopes.entries()].filter(([, scope]) => (scope.folder ?? '') === folder);
    const parts = wanted.map(([, { paths = [] }]) => paths);
    readFolder(resolve(root, folder), parts, env, deadline).forEach((identity, index) => {
      results[wanted[index]?.[0] ?? 0] = identity;
    });
  }
  return results;
}

/**
 * Every file of the work tree around a project with its content's id, or why it can't be read. Paths are relative to
 * the project; `top` is the top of the work tree.
 */
export type TreeList =
  | { readonly status: 'known'; readonly list: string; readonly top: string }
  | { readonly status: 'unknown'; readonly reason: string };

/** Lists the files of a project, to compare it later. Without git there is no list. Never throws. */
export function listTree(
  root: string,
  { env = process.env, timeoutMs = DEADLINE_MS }: TreeOptions = {},
): TreeList {
  try {
    const program = findProgram(env, 'git', root);
    if (program === undefined) return { status: 'unknown', reason: 'git is not on this machine' };
    const git = createGitReader(program, env, Date.now() + timeoutMs);
    return withTree(root, { git, env, depth: 0 }, (tree) => ({
      status: 'known',
      list: tree.list(),
      top: tree.top,
    }));
  } catch (error) {
    return { status: 'unknown', reason: reasonOf(error, root) };
  }
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

function readFolder(
  folder: string,
  parts: readonly (readonly string[])[],
  env: NonNullable<TreeOptions['env']>,
  deadline: number,
): readonly TreeIdentity[] {
  try {
    if (!lstatSync(realpathSync(folder)).isDirectory()) throw new Unreadable(`${folder} is not a folder`);
    const program = findProgram(env, 'git', folder);
    const git = createGitReader(program ?? 'git', env, deadline);
    if (program === undefined) {
      return parts.map((paths) =>
        answer('stat', () => statIdentity(folder, paths.map(parsePath), git.checkDeadline), folder),
      );
    }
    return withTree(folder, { git, env, depth: 0 }, (tree) =>
      parts.map((paths) => answer(tree.source, () => tree.identity(paths.map(parsePath)), folder)),
    );
  } catch (error) {
    const unknown = unknownBecause(error, folder);
    return parts.map(() => unknown);
  }
}

function answer(
  source: 'git' | 'git-without-repository' | 'stat',
  read: () => string,
  folder: string,
): TreeIdentity {
  try {
    return { status: 'known', identity: read(), source };
  } catch (error) {
    return unknownBecause(error, folder);
  }
}

function unknownBecause(error: unknown, folder: string): TreeIdentity {
  return { status: 'unknown', reason: reasonOf(error, folder) };
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
