import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { GitError } from '@loopwright/checks';
import { countOf, listed, sanitizeLine } from '@loopwright/core';
import {
  addWorkTree,
  branchOf,
  changedPaths,
  defaultBranchOf,
  readRepository,
  remoteOf,
  removeWorkTree,
  type Repository,
} from '@loopwright/driver';
import { listRuns } from '@loopwright/store';
import { CliError, usageError } from '../../../program/cli-error.ts';
import type { Env, Request } from '../../../program/context.ts';
import type { Delivery } from './delivery.ts';

type RunFlags = Request<'run'>['flags'];

/** Where a run works, and what becomes of its work. */
export interface OpenedDelivery {
  /** The folder of the project where the run works. */
  readonly root: string;
  /** Undefined if nothing is to be committed or pushed. */
  readonly delivery?: Delivery;
  readonly notices: readonly string[];
  /** Removes the work tree again, for a run that could not be started. */
  readonly undo?: () => Promise<boolean>;
}

/**
 * Checks whether work in this project can be committed and pushed as the flags say, and makes the work tree if one is
 * wanted. `name` is for a tree without a name. Throws `CliError`.
 */
export async function openDelivery(
  env: Env,
  home: string,
  flags: RunFlags,
  name: string,
): Promise<OpenedDelivery> {
  const { worktree, pr } = flags;
  const when = flags.commit ?? (pr ? 'each' : 'none');
  if (pr && when === 'none')
    throw usageError('--pr pushes commits, so it needs --commit each or --commit end.', ['help', 'run']);
  const repository = await readRepository(home, env);
  const dirty = repository ? await changedPaths(repository.git) : [];
  if (worktree === undefined && when === 'none') {
    const notice = `Not committed before this run: ${namesOf(dirty, 3)}. The agent works on top of these changes.`;
    return { root: home, notices: dirty.length === 0 ? [] : [notice] };
  }
  if (flags.base !== undefined && worktree === undefined)
    throw usageError('--base is for --worktree.', ['help', 'run']);
  if (!repository) throw failed(`${home} is in no git repository, so there is nothing to commit to.`);
  const { git, top, head, branch } = repository;
  if (head === undefined) {
    throw failed('This repository has no commit yet. Make the first one yourself: git commit.');
  }
  if (when !== 'none') await requireIdentity(repository);
  const start =
    flags.base === undefined
      ? head
      : await git.ask(['rev-parse', '--verify', '--quiet', '--end-of-options', `${flags.base}^{commit}`]);
  if (start === undefined) throw failed(`Git knows no commit ${flags.base}.`);
  const place = pr ? await placeOf(repository, worktree === undefined) : undefined;
  const plan = { start, when, ...(place && { pr: place }) };
  if (worktree !== undefined) {
    const opened = await openTree(repository, home, worktree || name, plan);
    const left = `${countOf(dirty.length, 'changed file')} of yours is not in it: it begins at the last commit.`;
    return dirty.length === 0 ? opened : { ...opened, notices: [...opened.notices, left] };
  }
  if (branch === undefined) {
    throw failed('No branch is checked out here (detached HEAD), so commits would belong to none.', [
      'Either --worktree, which makes a branch, or first: git switch -c NAME',
    ]);
  }
  const leftOut = flags['with-changes'] ? [] : dirty;
  const notice = `Changed before this run, so no commit takes them: ${namesOf(leftOut, 5)}. --with-changes commits them, too.`;
  return {
    root: home,
    delivery: { ...plan, top, branch, leftOut: [...leftOut] },
    notices: leftOut.length === 0 ? [] : [notice],
  };
}

/** Makes the work tree of a run, with the folder of its project in it. */
async function openTree(
  repository: Repository,
  home: string,
  name: string,
  plan: Pick<Delivery, 'start' | 'when' | 'pr'>,
): Promise<OpenedDelivery> {
  const branch = branchOf(name);
  const top = await addTree(repository, name, plan.start);
  const root = join(top, repository.prefix);
  const undo = (): Promise<boolean> =>
    removeWorkTree(repository.git, { path: top, branch, base: plan.start });
  if (!existsSync(root)) {
    await undo();
    throw failed(`${home} is not in the last commit, so a work tree lacks it.`);
  }
  return {
    root,
    delivery: { ...plan, top, branch, worktree: { main: repository.top, project: home }, leftOut: [] },
    notices: [`Work tree: ${top}, on branch ${branch}`],
    undo,
  };
}

/** Adds a work tree, or takes the one that no run used; gives its top. */
async function addTree(repository: Repository, name: string, base: string): Promise<string> {
  const isUnused = (path: string): boolean => listRuns(join(path, repository.prefix)).length === 0;
  try {
    return (await addWorkTree(repository, name, { base, isUnused })).path;
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    throw new CliError({
      message: error.message,
      details: linesOf(error.output),
      next: { words: ['run', '--resume'], when: 'to go on with the run in it' },
      cause: error,
    });
  }
}

/** Git needs to know whose commits they are. */
async function requireIdentity({ git }: Repository): Promise<void> {
  for (const name of ['GIT_AUTHOR_IDENT', 'GIT_COMMITTER_IDENT']) {
    const { code, output } = await git.run(['var', name]);
    if (code !== 0) throw failed('Git does not know who commits here.', linesOf(output));
  }
}

/** Where a pull request goes: a remote, and the branch to merge into. */
async function placeOf({ git, branch }: Repository, isInPlace: boolean) {
  const remote = await remoteOf(git, branch ?? '');
  if (remote === undefined) {
    throw failed('There is no remote to push to, or git does not say which one.', [
      'Add one: git remote add origin URL. Or choose one: git config remote.pushDefault NAME',
    ]);
  }
  const ifThere = async (name: string): Promise<string | undefined> =>
    (await git.ask(['rev-parse', '--verify', '--quiet', `refs/remotes/${remote}/${name}`])) && name;
  const base =
    (isInPlace || branch === undefined ? undefined : await ifThere(branch)) ??
    (await defaultBranchOf(git, remote)) ??
    (await ifThere('main'));
  if (base === undefined) {
    throw failed(`Git does not say which branch of ${remote} a pull request goes to.`, [
      `Ask it: git remote set-head ${remote} --auto`,
    ]);
  }
  if (isInPlace && branch === base) {
    throw failed(`You are on ${base}, so there is no branch for a pull request.`, [
      'Either --worktree, which makes a branch, or first: git switch -c NAME',
    ]);
  }
  return { remote, base };
}

function namesOf(paths: readonly string[], max: number): string {
  const named = paths.map((path) => sanitizeLine(path, 100));
  return listed(named, max);
}

/** A name for a work tree: the first words of the task, and a part of the run's id that no other run has. */
export function treeName(spec: string, runId: string): string {
  const slug = spec
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 32)
    .replace(/-[^-]*$/, '');
  return `${slug === '' ? 'run' : slug}-${runId.replaceAll(/[^a-z0-9]/gi, '').slice(0, 6)}`;
}

function linesOf(output: string): string[] {
  const lines = output.trim().split('\n').slice(-10);
  return lines.map((line) => sanitizeLine(line, 300)).filter((line) => line !== '');
}

function failed(message: string, details: readonly string[] = []): CliError {
  return new CliError({ message: `${message} Nothing was started.`, details });
}
