import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sha256 } from '@loopwright/store';
import { FleetError } from '../fleet-error.ts';

/** The refs that a mirror fetches from its repository, and their names in the mirror. */
const FETCHED = [
  '+HEAD:refs/remotes/origin/HEAD',
  '+refs/heads/*:refs/remotes/origin/*',
  '+refs/tags/*:refs/tags/*',
  '+refs/loopwright/*:refs/loopwright/*',
];
const TIMEOUT_MS = 10 * 60_000;
const MAX_OUTPUT = 16 * 1024 * 1024;
const run = promisify(execFile);

/** The work tree of one attempt. */
export interface Checkout {
  readonly folder: string;
  readonly branch: string;
  /** Commits all that changed, and pushes it to a ref of unfinished work; resolves with the commit. */
  readonly store: (message: string, ref: string) => Promise<string>;
  /** Pushes all that changed since the base to the branch, as one commit; resolves with it. */
  readonly publish: (message: string) => Promise<string>;
  readonly remove: () => Promise<void>;
}

/** The clones of an agent: one mirror a repository, and a linked work tree of it for each attempt. */
export interface Checkouts {
  /** Checks out where an earlier attempt left off, or else the base. */
  readonly open: (
    job: { readonly repo: string; readonly base?: string | undefined; readonly key: string },
    attempt: string,
    from: string | undefined,
  ) => Promise<Checkout>;
}

export function createCheckouts(folder: string, env: NodeJS.ProcessEnv): Checkouts {
  /** One git at a time changes a mirror. */
  const queues = new Map<string, Promise<unknown>>();
  async function inTurn<T>(repo: string, work: () => Promise<T>): Promise<T> {
    const turn = (queues.get(repo) ?? Promise.resolve()).then(work, work);
    queues.set(
      repo,
      turn.catch(() => undefined),
    );
    return turn;
  }
  async function git(cwd: string, ...args: readonly string[]): Promise<string> {
    try {
      const { stdout } = await run('git', args, {
        cwd,
        env: { ...env, GIT_TERMINAL_PROMPT: '0' },
        timeout: TIMEOUT_MS,
        maxBuffer: MAX_OUTPUT,
      });
      return stdout.trim();
    } catch (error) {
      const stderr = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
      throw new FleetError('git', `git ${args[0]}: ${fatalLine(stderr)}`, {
        cause: error,
      });
    }
  }

  async function mirrorOf(repo: string): Promise<string> {
    const mirror = join(folder, 'mirrors', `${sha256(repo).slice(0, 16)}.git`);
    if (!existsSync(join(mirror, 'HEAD'))) {
      mkdirSync(mirror, { recursive: true });
      await git(mirror, 'init', '--quiet', '--bare');
      await git(mirror, 'config', 'gc.auto', '0');
    }
    // Work trees of the mirror have branches checked out, so fetched refs get names of their own.
    await git(mirror, 'fetch', '--quiet', '--prune', '--no-tags', '--', repo, ...FETCHED);
    return mirror;
  }

  return {
    open: async ({ repo, base, key }, attempt, from) =>
      inTurn(repo, async () => {
        const mirror = await mirrorOf(repo);
        const branch = branchOf(key);
        const tree = join(folder, 'work', attempt);
        const start = await commitOf(mirror, base);
        rmSync(tree, { recursive: true, force: true });
        await git(mirror, 'worktree', 'prune');
        await git(mirror, 'worktree', 'add', '--quiet', '--detach', '--force', tree, from ?? start);
        /** What each name pointed to when it was last seen: a push over anything else is refused. */
        const seen = new Map([
          [`refs/heads/${branch}`, await tipOf(mirror, `refs/remotes/origin/${branch}`)],
        ]);
        const push = async (ref: string): Promise<string> => {
          const commit = await git(tree, 'rev-parse', 'HEAD');
          const lease = `--force-with-lease=${ref}:${seen.get(ref) ?? ''}`;
          await git(tree, 'push', '--quiet', lease, '--', repo, `HEAD:${ref}`);
          seen.set(ref, commit);
          return commit;
        };
        return {
          folder: tree,
          branch,
          store: async (message, ref) =>
            inTurn(repo, async () => {
              await git(tree, 'add', '--all', '--', '.', ':(exclude).loop');
              if (!(await isClean(tree)))
                await git(tree, 'commit', '--quiet', '--no-verify', '--message', message);
              return push(ref);
            }),
          publish: async (message) =>
            inTurn(repo, async () => {
              await git(tree, 'reset', '--quiet', '--soft', await git(tree, 'merge-base', 'HEAD', start));
              await git(tree, 'add', '--all', '--', '.', ':(exclude).loop');
              if (!(await isClean(tree))) await git(tree, 'commit', '--quiet', '--message', message);
              return push(`refs/heads/${branch}`);
            }),
          remove: async () =>
            inTurn(repo, async () => {
              await git(mirror, 'worktree', 'remove', '--force', tree).catch(() => undefined);
              rmSync(tree, { recursive: true, force: true });
            }),
        };
      }),
  };

  /** True if nothing is staged. */
  async function isClean(tree: string): Promise<boolean> {
    return (await git(tree, 'diff', '--cached', '--name-only')) === '';
  }

  /** Where a name points to; empty if it does not exist. */
  async function tipOf(mirror: string, ref: string): Promise<string> {
    return git(mirror, 'rev-parse', '--verify', '--quiet', ref).catch(() => '');
  }

  async function commitOf(mirror: string, base: string | undefined): Promise<string> {
    const names =
      base === undefined
        ? ['refs/remotes/origin/HEAD']
        : [`refs/remotes/origin/${base}`, `refs/tags/${base}`, base];
    for (const name of names) {
      try {
        return await git(mirror, 'rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`);
      } catch {
        // The next form of the name.
      }
    }
    throw new FleetError(
      'git',
      base === undefined ? 'The repository has no commit.' : `The repository has no ${base}.`,
    );
  }
}

/** What git says went wrong; advice follows it. */
function fatalLine(stderr: string): string {
  const lines = stderr.split('\n');
  return lines.find((line) => /^(?:fatal|error): /.test(line)) ?? lines.at(-1) ?? 'failed';
}

/** The branch of a job: readable, and unlike that of any other key. */
export function branchOf(key: string): string {
  const words = key
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 40);
  return `loop/${words || 'job'}-${sha256(key).slice(0, 8)}`;
}
