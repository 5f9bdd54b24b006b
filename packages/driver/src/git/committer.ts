import type { Run } from '@loopwright/core';
import type { Committed, TurnCommitter } from '../run/commit-turns.ts';
import { changedPaths, type Change, readChanges } from './changes.ts';
import { commitMessage, proofTrailers } from './commit-message.ts';
import type { Git, GitCall } from '@loopwright/checks';
import { type GitGuard, guardChanges } from './git-guard.ts';

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
  /** The settings and hooks of git at the start. Nothing is committed after they changed. */
  readonly guard: GitGuard;
  readonly readGuard: () => Promise<GitGuard>;
}

/** Commits the work of a run. */
export interface Committer extends TurnCommitter {
  /** Commits the remaining changes in any mode; for the end of a run. */
  commitRest(run: Run, number: number): Promise<Committed>;
  /** Why nothing may be committed or pushed now; undefined if nothing speaks against it. */
  problem(): Promise<string | undefined>;
}

/** A claim, as far as the text shows it. A commit too early is taken back after the stop table has decided. */
const CLAIM = /<(?:loop-complete|loop-done|issue-complete|grind-done)>|EXIT_SIGNAL/;

/** Makes commits of the work of a run with the identity, the signing and the hooks of the user. */
export function createCommitter(plan: CommitPlan): Committer {
  const { git, when } = plan;
  const leftOut = new Set(plan.leftOut);
  const own = async (): Promise<readonly Change[]> =>
    // A path with a slash at its end is a repository of its own.
    (await readChanges(git)).filter(({ path }) => !leftOut.has(path) && !path.endsWith('/'));

  async function problem(): Promise<string | undefined> {
    const changes = guardChanges(plan.guard, await plan.readGuard());
    if (changes.length > 0) return guardText(changes);
    const branch = await git.ask(['symbolic-ref', '--short', '--quiet', 'HEAD']);
    return branch === plan.branch ? undefined : branchText(plan.branch, branch);
  }

  async function commit(run: Run, number: number, signal?: AbortSignal): Promise<Committed> {
    const text = await problem();
    if (text !== undefined) return refused(text);
    const changes = await own();
    if (changes.length === 0) return { status: 'nothing' };
    const call = (paths: readonly Change[]): GitCall => ({
      signal,
      input: paths.map(({ path }) => path).join('\0'),
    });
    const list = ['--pathspec-from-file=-', '--pathspec-file-nul'];
    const fresh = changes.filter(({ isUntracked }) => isUntracked);
    if (fresh.length > 0) {
      const added = await git.runAsUser(['--literal-pathspecs', 'add', ...list], call(fresh));
      if (added.code !== 0) return refused(added.output);
    }
    const message = ['--message', commitMessage(run, number)];
    const flags = ['commit', '--quiet', '--only', ...list, ...message];
    const made = await git.runAsUser(['--literal-pathspecs', ...flags], call(changes));
    if (made.code !== 0) return refused(made.output);
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
      const trailers = text.includes('\nLoop-Proof: ')
        ? []
        : proofTrailers(run, (await changedPaths(git)).length);
      if (trailers.length === 0) return;
      const amend = ['commit', '--amend', '--only', '--no-edit', '--no-verify', '--quiet'];
      await git.runAsUser([...amend, ...trailers.flatMap((one) => ['--trailer', one])]);
    },
  };
}

function refused(output: string): Committed {
  return { status: 'refused', output: output.trim() };
}

function branchText(wanted = 'no branch', is = 'no branch'): string {
  return `The work tree is on ${is} now, not on ${wanted}. Go back to ${wanted}, and bring the work with you.`;
}

function guardText(changes: readonly string[]): string {
  return [
    'The git settings or hooks of this repository are not as they were at the start, so nothing is committed:',
    ...changes.slice(0, 10),
    'Put them back as they were.',
  ].join('\n');
}
