import type { Git, GitEnd } from '@loopwright/checks';
import type { Run } from '@loopwright/core';
import { commitMessage, proofTrailers } from './commit-message.ts';
import { guardChanges, readGuard } from './git-guard.ts';
import { type Change, changedPaths, readChanges } from './repository.ts';

/** Commits the work of each turn. */
export interface TurnCommitter {
  /** Called at the end of a turn, before the stop table decides. */
  commitTurn(turn: EndedTurn): Promise<Committed>;
  /** Called after the decision, with the commit that `commitTurn` made; without one for the last commit of an earlier drive. */
  confirm(run: Run, commit: string | undefined): Promise<void>;
}

/** The turn whose work is to be committed. */
export interface EndedTurn {
  readonly run: Run;
  readonly number: number;
  /** The last words of the client. */
  readonly message: string | undefined;
  /** Aborted when the drive is interrupted. */
  readonly signal: AbortSignal;
}

/** What became of the work of an iteration. */
export type Committed =
  | { readonly status: 'committed'; readonly commit: string }
  | { readonly status: 'nothing' }
  /** A hook of the repository refused, or git failed. */
  | { readonly status: 'refused'; readonly output: string };

/** The time of commits, and the files that they leave out. */
export interface CommitPlan {
  /** Git at the top of the work tree. */
  readonly git: Git;
  /** The branch that takes the commits. */
  readonly branch: string | undefined;
  /** `each`: at the end of every iteration; `end`: when the work is claimed to be done. */
  readonly when: 'each' | 'end';
  /** Files that the user had changed at the start, relative to the top. They are not committed. */
  readonly leftOut: readonly string[];
}

const CHANGED =
  'The git settings or hooks of this repository are not as they were at the start, so nothing is committed:';

/** Commits the work of a run. */
export interface Committer extends TurnCommitter {
  /** Commits the remaining changes in any mode; for the end of a run. */
  commitRest(run: Run, number: number): Promise<Committed>;
  /** Why nothing may be committed or pushed now; undefined if nothing speaks against it. */
  problem(): Promise<string | undefined>;
}

/** A claim, as far as the text shows it. A commit too early is taken back after the stop table has decided. */
const CLAIM = /<(?:loop-complete|loop-done|issue-complete|grind-done)>|EXIT_SIGNAL/;

/**
 * Makes commits of the work of a run with the identity, the signing and the hooks of the user. Nothing is committed
 * after the settings or hooks of git have changed.
 */
export async function createCommitter(plan: CommitPlan): Promise<Committer> {
  const { git, when } = plan;
  const leftOut = new Set(plan.leftOut);
  const guard = await readGuard(git);
  const own = async (): Promise<readonly Change[]> =>
    // A path with a slash at its end is a repository of its own.
    (await readChanges(git)).filter(({ path }) => !leftOut.has(path) && !path.endsWith('/'));

  async function problem(): Promise<string | undefined> {
    const changes = guardChanges(guard, await readGuard(git));
    if (changes.length > 0)
      return [CHANGED, ...changes.slice(0, 10), 'Put them back as they were.'].join('\n');
    const { branch: wanted = 'no branch' } = plan;
    const branch = (await git.ask(['symbolic-ref', '--short', '--quiet', 'HEAD'])) ?? 'no branch';
    if (branch === wanted) return undefined;
    return `The work tree is on ${branch} now, not on ${wanted}. Go back to ${wanted}, and bring the work with you.`;
  }

  async function commit(run: Run, number: number, signal?: AbortSignal): Promise<Committed> {
    const text = await problem();
    if (text !== undefined) return { status: 'refused', output: text };
    const changes = await own();
    if (changes.length === 0) return { status: 'nothing' };
    const call = async (paths: readonly Change[], ...args: readonly string[]): Promise<GitEnd> =>
      git.runAsUser(['--literal-pathspecs', ...args, '--pathspec-from-file=-', '--pathspec-file-nul'], {
        signal,
        input: paths.map(({ path }) => path).join('\0'),
      });
    const fresh = changes.filter(({ isUntracked }) => isUntracked);
    const added = fresh.length > 0 ? await call(fresh, 'add') : undefined;
    const message = ['--message', commitMessage(run, number)];
    const made =
      added && added.code !== 0 ? added : await call(changes, 'commit', '--quiet', '--only', ...message);
    if (made.code !== 0) return { status: 'refused', output: made.output.trim() };
    return { status: 'committed', commit: (await git.read(['rev-parse', 'HEAD'])).trim() };
  }

  return {
    commitRest: commit,
    problem,
    commitTurn: async ({ run, number, message = '', signal }) => {
      const isClaim = run.frames.length === 1 && (run.frames[0]?.exitSignal === true || CLAIM.test(message));
      return when === 'end' && !isClaim ? { status: 'nothing' } : commit(run, number, signal);
    },
    confirm: async (run, committed) => {
      const head = await git.ask(['rev-parse', 'HEAD']);
      // Never amend a pushed commit.
      const remote = await git.ask(['for-each-ref', '--count=1', '--contains=HEAD', 'refs/remotes']);
      if (remote !== '') return;
      const text = (await git.ask(['log', '-1', '--format=%B'])) ?? '';
      const isOurs = text.includes(`\nLoop-Run: ${run.id}`);
      if (!isOurs || (committed !== undefined && committed !== head)) return;
      if (when === 'end' && committed !== undefined && run.status === 'active') {
        await git.run(['reset', '--quiet', '--soft', 'HEAD~1']);
        return;
      }
      if (text.includes('\nLoop-Proof: ')) return;
      const trailers = proofTrailers(run, (await changedPaths(git)).length);
      if (trailers.length === 0) return;
      const amend = ['commit', '--amend', '--only', '--no-edit', '--no-verify', '--quiet'];
      await git.runAsUser([...amend, ...trailers.flatMap((one) => ['--trailer', one])]);
    },
  };
}
