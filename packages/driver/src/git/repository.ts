import { basename, dirname, join } from 'node:path';
import { createGit, type Git, GitError } from '@loopwright/checks';
import type { Env } from '../ports.ts';

/** A repository, seen from one of its work trees. */
export interface Repository {
  readonly git: Git;
  /** The top of this work tree. */
  readonly top: string;
  /** The path of the given folder, relative to the top; empty for the top. */
  readonly prefix: string;
  /** The commit that is checked out; undefined before the first commit. */
  readonly head: string | undefined;
  /** The branch that is checked out; undefined for a detached HEAD. */
  readonly branch: string | undefined;
  /** The main work tree, or the folder of a bare repository. */
  readonly main: string;
}

/** Reads the repository of a folder; undefined without one. */
export async function readRepository(folder: string, env: Env): Promise<Repository | undefined> {
  const at = createGit(folder, env);
  const place = await at.ask(['rev-parse', '--show-toplevel', '--show-prefix']);
  const [top, prefix = ''] = place?.split('\n') ?? [];
  if (!top) return undefined;
  const git = createGit(top, env);
  const [main] = await listWorkTrees(git);
  return {
    git,
    top,
    prefix: prefix.replace(/\/$/, ''),
    head: await git.ask(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']),
    branch: await git.ask(['symbolic-ref', '--short', '--quiet', 'HEAD']),
    main: main?.path ?? top,
  };
}

/** A work tree of a repository. */
export interface WorkTree {
  readonly path: string;
  readonly head: string | undefined;
  readonly branch: string | undefined;
}

/** Lists the work trees of a repository, the main one first. */
export async function listWorkTrees(git: Git): Promise<readonly WorkTree[]> {
  return (await git.read(['worktree', 'list', '--porcelain']))
    .split('\n\n')
    .filter((block) => block.trim() !== '')
    .map((block) => {
      const fields = new Map(block.split('\n').map((line) => line.split(/ (.*)/s, 2) as [string, string]));
      const branch = fields.get('branch')?.replace(/^refs\/heads\//, '');
      return { path: fields.get('worktree') ?? '', head: fields.get('HEAD'), branch };
    });
}

/** The branch of a named work tree. */
export function branchOf(name: string): string {
  return `loop/${name}`;
}

/**
 * The folder of a named work tree: beside the repository. Inside it, test runners and linters of the main work tree
 * would find every file twice, and removing `.loop/`, which always is safe, would remove work.
 */
export function workTreePath({ main }: Pick<Repository, 'main'>, name: string): string {
  return join(dirname(main), `${basename(main)}.loops`, name);
}

/**
 * Creates a linked work tree on a new branch at a commit. An unused one of the same name at the same commit is taken
 * as it is. Rejects with `GitError` if the name is taken.
 */
export async function addWorkTree(
  repository: Repository,
  name: string,
  { base, isUnused }: { readonly base: string; readonly isUnused: (path: string) => boolean },
): Promise<WorkTree> {
  const { git } = repository;
  const branch = branchOf(name);
  const path = workTreePath(repository, name);
  const before = (await listWorkTrees(git)).find((one) => one.branch === branch);
  if (before) {
    const isClean = (await createGit(before.path, git.env).ask(['status', '--porcelain'])) === '';
    if (before.head === base && isClean && isUnused(before.path)) return before;
    throw new GitError(`There is a work tree ${name} already: ${before.path}, on branch ${branch}.`);
  }
  const made = await git.run(['branch', '--quiet', '--no-track', branch, base]);
  if (made.code !== 0) throw new GitError(`The branch ${branch} could not be made.`, made.output);
  const { code, output } = await git.runAsUser(['worktree', 'add', '--quiet', path, branch]);
  if (code === 0) return { path, head: base, branch };
  await git.run(['branch', '--quiet', '-D', branch]);
  throw new GitError(`The work tree ${path} could not be made.`, output);
}

/** Removes a linked work tree without changes; false if git refuses. A branch without commits of its own goes, too. */
export async function removeWorkTree(
  git: Git,
  { path, branch, base }: { readonly path: string; readonly branch: string; readonly base: string },
): Promise<boolean> {
  if ((await git.run(['worktree', 'remove', path])).code !== 0) return false;
  const tip = await git.ask(['rev-parse', '--verify', '--quiet', `refs/heads/${branch}`]);
  if (tip === base) await git.run(['branch', '--quiet', '-D', branch]);
  return true;
}

/**
 * The commit that has the work of all these branches: a branch itself, or merges of them, which no branch names. Touches
 * no work tree. Rejects with `GitError` for a conflict.
 */
export async function mergeBranches(git: Git, branches: readonly string[]): Promise<string> {
  const [first = 'HEAD', ...others] = branches;
  let merged = (await git.read(['rev-parse', '--verify', `${first}^{commit}`])).trim();
  for (const branch of others) {
    const tip = (await git.read(['rev-parse', '--verify', `${branch}^{commit}`])).trim();
    if ((await git.run(['merge-base', '--is-ancestor', tip, merged])).code === 0) continue;
    const tree = await git.run(['merge-tree', '--write-tree', merged, tip]);
    if (tree.code !== 0) throw new GitError(`${branch} can not be merged with ${first}.`, tree.output);
    const id = tree.stdout.split('\n', 1)[0] ?? '';
    const message = `Merge ${branch} with ${first}`;
    merged = (await git.read(['commit-tree', id, '-p', merged, '-p', tip, '-m', message])).trim();
  }
  return merged;
}

/** A changed file of a work tree. */
export interface Change {
  /** Relative to the top. */
  readonly path: string;
  /** Git doesn't follow it yet. */
  readonly isUntracked: boolean;
}

/** Lists the changed and new files of a work tree. Never a file of `.loop/`. */
export async function readChanges(git: Git): Promise<readonly Change[]> {
  const flags = ['--no-renames', '--untracked-files=all', '--ignore-submodules=dirty'];
  return (
    (await git.read(['status', '--porcelain=v1', '-z', ...flags]))
      .split('\0')
      .map((entry) => ({ path: entry.slice(3), isUntracked: entry.startsWith('??') }))
      // The records of a loop, wherever the project begins in the work tree, and the end of the output.
      .filter(({ path }) => path !== '' && !path.split('/').includes('.loop'))
  );
}

/** The paths of the changed and new files of a work tree, relative to its top. */
export async function changedPaths(git: Git): Promise<readonly string[]> {
  return (await readChanges(git)).map(({ path }) => path);
}
