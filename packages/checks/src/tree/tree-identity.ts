import { lstatSync, realpathSync } from 'node:fs';
import { isAbsolute, normalize, resolve, sep } from 'node:path';
import { errorCode } from '../error-code.ts';
import { findProgram } from '../processes/find-program.ts';
import { createGitReader, Unreadable } from '../git/git-reader.ts';
import { openTree, type ReadTree } from './read-tree.ts';
import { statIdentity } from './stat-identity.ts';
import type { Env } from '../env.ts';

interface UnknownTree {
  readonly status: 'unknown';
  readonly reason: string;
}

/** An identity of a work tree's content, or the reason why it is unknown. */
export type TreeIdentity =
  | {
      readonly status: 'known';
      /** Begins with "stat-" where git is not on this machine, so that names, sizes and times count. */
      readonly identity: string;
    }
  | UnknownTree;

/** Every file of a work tree with its content's id, as `ReadTree.list` writes it, or why it can't be read. */
export type TreeList =
  | {
      readonly status: 'known';
      readonly list: string;
      /** The contents of the files that git doesn't have, as a pack of git; left out unless asked for. */
      readonly contents?: Uint8Array | undefined;
    }
  | UnknownTree;

/** A part of a project. */
export interface TreeScope {
  /** A folder of the project or a work tree of its own, relative to the root; left out: the root. */
  readonly folder?: string | undefined;
  /** Files and folders in it, also ignored ones; left out: everything in the work tree that git doesn't ignore. */
  readonly paths?: readonly string[] | undefined;
}

export interface TreeOptions {
  readonly env?: Env;
  /** After this time the answer is `unknown`. */
  readonly timeoutMs?: number;
}

export interface ListOptions {
  readonly withContents?: boolean | undefined;
}

/** Answers about work trees. Each is read when it is first asked about, and not again. */
export interface TreeReading {
  identities(root: string, scopes: readonly TreeScope[]): readonly TreeIdentity[];
  /** Lists the files of the work tree around a project. Without git there is no list. */
  list(root: string, asked?: ListOptions): TreeList;
  /** Removes the temporary files. Call it when the tree may have changed, and at the end. */
  close(): void;
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
  return treeIdentities(root, [scope], options)[0] as TreeIdentity;
}

/** Identifies several parts of a project. Parts in one folder share one reading of it. */
export function treeIdentities(
  root: string,
  scopes: readonly TreeScope[],
  options: TreeOptions = {},
): readonly TreeIdentity[] {
  return readOnce((reading) => reading.identities(root, scopes), options);
}

/** Lists the files of a project, to compare it later. Never throws. */
export function listTree(root: string, options: TreeOptions & ListOptions = {}): TreeList {
  return readOnce((reading) => reading.list(root, options), options);
}

function readOnce<T>(ask: (reading: TreeReading) => T, options: TreeOptions): T {
  const reading = readTreeOnce(options);
  const answer = ask(reading);
  reading.close();
  return answer;
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
        const identity: TreeIdentity =
          known.get(key) ??
          orReason(whole, () => ({
            status: 'known',
            identity: treeOf(whole).identity(paths.map(parsePath)),
          }));
        known.set(key, identity);
        return identity;
      }),
    list: (root, asked) =>
      orReason(root, () => {
        const tree = treeOf(root);
        const contents = asked?.withContents ? tree.contents() : undefined;
        return { status: 'known', list: tree.list(), contents };
      }),
    close,
  };
}

function openFolder(folder: string, env: NonNullable<TreeOptions['env']>, deadline: number): ReadTree {
  if (!lstatSync(realpathSync(folder)).isDirectory()) throw new Unreadable(`${folder} is not a folder`);
  const program = findProgram(env, 'git', folder);
  const git = createGitReader(program ?? 'git', env, deadline);
  if (program !== undefined) return openTree(folder, { git, env, depth: 0 });
  return {
    identity: (paths) => statIdentity(folder, paths, git.checkDeadline),
    list: withoutGit,
    contents: withoutGit,
    close: () => undefined,
  };
}

function withoutGit(): never {
  throw new Unreadable('git is not on this machine');
}

function orReason<T>(folder: string, read: () => T): T | UnknownTree {
  try {
    return read();
  } catch (error) {
    return { status: 'unknown', reason: reasonOf(folder, error) };
  }
}

/** Why the files of a folder could not be read, in words. */
export function reasonOf(folder: string, error: unknown): string {
  if (error instanceof Unreadable) return error.message;
  const code = errorCode(error);
  const why = code !== 'unknown' ? code : error instanceof Error ? error.message : String(error);
  return `could not read ${folder}: ${why}`;
}

function parsePath(path: string): string {
  const clean = normalize(path).split(sep).join('/').replace(/\/+$/, '');
  if (path === '' || isAbsolute(path) || clean === '..' || clean.startsWith('../'))
    throw new Unreadable(`a check can depend only on paths inside the project; ${path} is not one`);
  return clean === '.' ? '' : clean;
}
