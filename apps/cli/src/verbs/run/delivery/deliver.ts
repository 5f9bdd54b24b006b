import { createGit, endGit, findProgram, type Git } from '@loopwright/checks';
import { countOf, failureOf, listed, type Run, sanitizeLine } from '@loopwright/core';
import {
  changedPaths,
  type Committer,
  createCommitter,
  openPullRequest,
  type PullRequestPlace,
  pushBranch,
  removeWorkTree,
} from '@loopwright/driver';
import { renderMarkdown } from '@loopwright/report';
import { keepRecords, putRecordsBack, runPath } from '@loopwright/store';
import type { Env } from '../../../program/context.ts';
import { readReport } from '../../report/read-report.ts';
import { exitOf } from '../outcome.ts';
import { type Delivery, writeDelivery } from './delivery.ts';

/** A pull request of a run. */
export interface OpenPullRequest {
  readonly url: string | null;
  readonly isDraft: boolean;
  /** False without `gh`: a person opens it. */
  readonly isOpen: boolean;
}

/** What became of the work of a run. */
export interface Delivered {
  /** The top of the work tree; null if it was removed because nothing was left in it. */
  readonly folder: string | null;
  readonly branch: string | null;
  /** How many commits the branch has since the start. */
  readonly commits: number;
  /** Changed files that no commit has. */
  readonly uncommitted: readonly string[];
  readonly pullRequest: OpenPullRequest | null;
  /** Where the records of the run went, if its work tree was removed. */
  readonly records?: string;
  /** Why the work could not be delivered; null if it was, or if the run goes on first. */
  readonly problem: string | null;
}

/** A run whose work is to be delivered. */
export interface DeliveryCall {
  readonly root: string;
  readonly run: Run;
  readonly delivery: Delivery;
  readonly committer: Committer | undefined;
  readonly env: Env;
  readonly isInterrupted: boolean;
}

/** Creates the committer that makes the commits of a run; undefined if nothing is to be committed. */
export async function committerOf(
  { top, when, leftOut, branch }: Delivery,
  runId: string,
  env: Env,
): Promise<Committer | undefined> {
  await endGit(runId);
  if (when === 'none') return undefined;
  return createCommitter({ git: createGit(top, env, runId), when, leftOut, branch });
}

/** Commits the rest, pushes, opens the pull request, and removes a work tree with nothing left in it. */
export async function deliver(call: DeliveryCall): Promise<Delivered> {
  const { root, run, delivery, committer, env } = call;
  const git = createGit(delivery.top, env, run.id);
  const isEnd = isAtEnd(call);
  const isDone = run.status === 'completed';
  const refused = isEnd ? await commitRest(call) : undefined;
  if (refused === undefined && isDone) await committer?.confirm(run, undefined);
  const made: Delivered = {
    folder: delivery.top,
    branch: delivery.branch ?? null,
    commits: Number((await git.ask(['rev-list', '--count', `${delivery.start}..HEAD`])) ?? 0),
    uncommitted: (await changedPaths(git)).map((path) => sanitizeLine(path, 300)),
    pullRequest: null,
    problem: refused ?? null,
  };
  if (!isEnd || refused !== undefined) return made;
  const sent = delivery.pr && made.commits > 0 ? await send(call, git, delivery.pr) : null;
  if (typeof sent === 'string') return { ...made, problem: sent };
  writeDelivery(root, run.id, { ...delivery, isDone, ...(sent?.url && { url: sent.url }) });
  const isEmpty = made.uncommitted.length === 0 && (made.commits === 0 || sent !== null);
  const records = isDone && isEmpty ? await removeTree(call) : undefined;
  return { ...made, pullRequest: sent, ...(records !== undefined && { folder: null, records }) };
}

/** True where the run will not go on by itself: it is over, or a limit, a breaker or a failure paused it. */
function isAtEnd({ run, isInterrupted }: DeliveryCall): boolean {
  const { status, ending } = run;
  if (status === 'completed' || status === 'stuck') return true;
  if (isInterrupted || status !== 'paused' || ending === undefined) return false;
  return exitOf(run) !== 'error' || failureOf(ending) !== undefined;
}

/** Commits work that no iteration committed; gives what git said if it refuses. */
async function commitRest({ run, committer, delivery }: DeliveryCall): Promise<string | undefined> {
  if (!committer || (delivery.when === 'each' && run.status !== 'completed')) return undefined;
  const committed = await committer.commitRest(run, Math.max(1, run.frames[0]?.iteration ?? 1));
  if (committed.status === 'committed') await committer.confirm(run, committed.commit);
  return committed.status === 'refused' ? `The work could not be committed:\n${committed.output}` : undefined;
}

/** Pushes the branch and opens its pull request; gives the reason if it can't. */
async function send(
  { root, run, delivery, committer }: DeliveryCall,
  git: Git,
  pr: NonNullable<Delivery['pr']>,
): Promise<OpenPullRequest | string> {
  const problem = await committer?.problem();
  if (problem !== undefined) return `Nothing was pushed. ${problem}`;
  const place = { ...pr, branch: delivery.branch ?? '' };
  const pushed = await pushBranch(git, place);
  if (pushed.code !== 0) return `The push was refused:\n${pushed.output.trim()}`;
  return openForRun({ root, run }, git, place);
}

/**
 * Opens the pull request of a run, or updates it: the spec's first line is its title, the report its body. It is a draft
 * unless the run is completed. The branch is pushed already. Gives the reason if it can't.
 */
export async function openForRun(
  { root, run }: Pick<DeliveryCall, 'root' | 'run'>,
  git: Git,
  place: PullRequestPlace,
): Promise<OpenPullRequest | string> {
  const isDraft = run.status !== 'completed';
  const opened = await openPullRequest(git, findProgram(git.env, 'gh', git.cwd), {
    ...place,
    title: titleOf(run),
    body: renderMarkdown(readReport(root, [runPath(root, run.session)])),
    isDraft,
  });
  if (opened.status === 'failed') return `The pull request could not be opened:\n${opened.output}`;
  return { url: opened.url ?? null, isDraft, isOpen: opened.status !== 'by-hand' };
}

function titleOf({ frames }: Run): string {
  const [first = ''] = (frames[0]?.spec ?? '').trim().split('\n', 1);
  return sanitizeLine(first.replace(/^#+\s*/, ''), 72) || 'Work of a loop';
}

/** Removes the work tree of a run. Its records go to the archive of the project first; gives that folder. */
async function removeTree({ root, run, delivery, env }: DeliveryCall): Promise<string | undefined> {
  const { worktree, top, branch = '', start } = delivery;
  const records = worktree && keepRecords(root, worktree.project, run.id);
  if (!worktree || records === undefined) return undefined;
  if (await removeWorkTree(createGit(worktree.main, env), { path: top, branch, base: start })) return records;
  putRecordsBack(records, root);
  return undefined;
}

/** What people read of it. */
export function deliveredLines({
  folder,
  branch,
  commits,
  uncommitted,
  pullRequest,
  problem,
}: Delivered): string[] {
  return [
    `Branch: ${branch ?? 'none'}, ${countOf(commits, 'commit')}${folder === null ? '' : `, in ${folder}`}`,
    ...(uncommitted.length === 0 ? [] : [`Not committed: ${listed(uncommitted, 5)}`]),
    ...(pullRequest === null ? [] : [pullRequestLine(pullRequest)]),
    ...(problem === null ? [] : problem.split('\n').slice(0, 20)),
  ];
}

function pullRequestLine({ url, isDraft, isOpen }: OpenPullRequest): string {
  if (isOpen) return `Pull request${isDraft ? ' (draft)' : ''}: ${url ?? ''}`;
  return url === null
    ? 'The branch is pushed. Open the pull request on your host; the program gh was not found.'
    : `The branch is pushed. Open the pull request here: ${url}`;
}
