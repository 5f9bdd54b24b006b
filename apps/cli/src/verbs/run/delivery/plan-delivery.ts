import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { GitError } from '@loopwright/checks';
import { countOf, sanitizeLine } from '@loopwright/core';
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
import { CliError } from '../../../program/cli-error.ts';
import type { Context, Request } from '../../../program/context.ts';
import type { Delivery } from './delivery.ts';

type RunFlags = Request<'run'>['flags'];

/** A delivery that can be done here. Nothing was changed yet. */
export interface PlannedDelivery {
  /** Makes the work tree, if one is wanted, and says where the run works. `name` is for a tree without a name. */
  open(name: string): Promise<OpenedDelivery>;
}

export interface OpenedDelivery {
  readonly delivery: Delivery;
  /** The folder of the project in the work tree. */
  readonly root: string;
  readonly notices: readonly string[];
  /** Removes the work tree again, for a run that could not be started. */
  undo(): Promise<void>;
}

const MAX_NAMED = 5;

/**
 * Checks whether work in this project can be committed and pushed as the flags say, before anything is spent. Undefined
 * if the flags ask for nothing of the kind. Throws `CliError`.
 */
export async function planDelivery(
  { env }: Context,
  home: string,
  flags: RunFlags,
): Promise<PlannedDelivery | undefined> {
  const { worktree, pr } = flags;
  const when = flags.commit ?? (pr ? 'each' : 'none');
  if (worktree === undefined && !pr && when === 'none') return undefined;
  if (pr && when === 'none') throw usage('--pr pushes commits, so it needs --commit each or --commit end.');
  const repository = await readRepository(home, env);
  if (!repository) throw failed(`${home} is in no git repository, so there is nothing to commit to.`);
  const { git, top, prefix, head, branch } = repository;
  if (head === undefined) {
    throw failed('This repository has no commit yet. Make the first one yourself: git commit.');
  }
  if (worktree === undefined && branch === undefined) {
    throw failed('No branch is checked out here (detached HEAD), so commits would belong to none.', [
      'Either --worktree, which makes a branch, or first: git switch -c NAME',
    ]);
  }
  if (when !== 'none') await requireIdentity(repository);
  if (flags.base !== undefined && worktree === undefined) throw usage('--base is for --worktree.');
  const start =
    flags.base === undefined
      ? head
      : await git.ask(['rev-parse', '--verify', '--quiet', '--end-of-options', `${flags.base}^{commit}`]);
  if (start === undefined) throw failed(`Git knows no commit ${flags.base}.`);
  const place = pr ? await placeOf(repository, worktree === undefined) : undefined;
  const dirty = await changedPaths(git);

  return {
    open: async (name) => {
      const rest = { start, when, ...(place && { pr: place }) };
      if (worktree === undefined) {
        const leftOut = flags['with-changes'] ? [] : [...dirty];
        return {
          delivery: { ...rest, top, leftOut, ...(branch !== undefined && { branch }) },
          root: home,
          notices: when === 'none' ? [] : dirtyNotices(leftOut),
          undo: async () => undefined,
        };
      }
      const made = await addTree(repository, worktree === '' ? name : worktree, start);
      const root = join(made.path, prefix);
      const undo = async (): Promise<void> => {
        await removeWorkTree(git, { path: made.path, branch: made.branch, base: start });
      };
      if (!existsSync(root)) {
        await undo();
        throw failed(`${home} is not in the last commit, so a work tree lacks it.`);
      }
      return {
        delivery: {
          ...rest,
          top: made.path,
          branch: made.branch,
          worktree: { main: top, project: home },
          leftOut: [],
        },
        root,
        notices: [
          `Work tree: ${made.path}, on branch ${made.branch}`,
          ...(dirty.length === 0
            ? []
            : [
                `${countOf(dirty.length, 'changed file')} of yours is not in it: it begins at the last commit.`,
              ]),
        ],
        undo,
      };
    },
  };
}

async function addTree(
  repository: Repository,
  name: string,
  base: string,
): Promise<{ readonly path: string; readonly branch: string }> {
  try {
    const isUnused = (path: string): boolean => listRuns(join(path, repository.prefix)).length === 0;
    const { path } = await addWorkTree(repository, name, { base, isUnused });
    return { path, branch: branchOf(name) };
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    throw new CliError({
      exit: 'error',
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
async function placeOf(
  { git, branch }: Repository,
  isInPlace: boolean,
): Promise<{ readonly remote: string; readonly base: string }> {
  const remote = await remoteOf(git, branch ?? '');
  if (remote === undefined) {
    throw failed('There is no remote to push to, or git does not say which one.', [
      'Add one: git remote add origin URL. Or choose one: git config remote.pushDefault NAME',
    ]);
  }
  const isThere = async (name: string): Promise<boolean> =>
    (await git.ask(['rev-parse', '--verify', '--quiet', `refs/remotes/${remote}/${name}`])) !== undefined;
  const usual = await defaultBranchOf(git, remote);
  const base = !isInPlace && branch !== undefined && (await isThere(branch)) ? branch : usual;
  const known = base ?? (await isThere('main').then((is) => (is ? 'main' : undefined)));
  if (known === undefined) {
    throw failed(`Git does not say which branch of ${remote} a pull request goes to.`, [
      `Ask it: git remote set-head ${remote} --auto`,
    ]);
  }
  if (isInPlace && branch === known) {
    throw failed(`You are on ${known}, so there is no branch for a pull request.`, [
      'Either --worktree, which makes a branch, or first: git switch -c NAME',
    ]);
  }
  return { remote, base: known };
}

function dirtyNotices(paths: readonly string[]): string[] {
  if (paths.length === 0) return [];
  const named = paths.slice(0, MAX_NAMED).map((path) => sanitizeLine(path, 100));
  const more = paths.length > MAX_NAMED ? ` and ${paths.length - MAX_NAMED} more` : '';
  return [
    `Changed before this run, so no commit takes them: ${named.join(', ')}${more}. --with-changes commits them, too.`,
  ];
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
  return output
    .trim()
    .split('\n')
    .slice(-10)
    .map((line) => sanitizeLine(line, 300))
    .filter((line) => line !== '');
}

function failed(message: string, details: readonly string[] = []): CliError {
  return new CliError({ exit: 'error', message: `${message} Nothing was started.`, details });
}

function usage(message: string): CliError {
  return new CliError({ exit: 'usage', message, next: { words: ['help', 'run'] } });
}
