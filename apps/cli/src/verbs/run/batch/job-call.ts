import { GitError } from '@loopwright/checks';
import { jobEndOf, type RunEnd, stateAfter } from '@loopwright/core';
import { branchOf, mergeBranches, type Repository } from '@loopwright/driver';
import type { Request } from '../../../program/context.ts';
import { type Batch, type BatchJob, type BatchPlace, readJob, rootOf } from './batch.ts';
import { resumeFlags } from './begin-batch.ts';

/** The arguments of `loop run` for a job. Rejects with `GitError` if the work that it needs can't be merged. */
export async function jobArguments(
  { flags, handedOn }: Request<'run'>,
  { repository, batch }: BatchPlace,
  job: BatchJob,
): Promise<readonly string[]> {
  const known = readJob(repository, job);
  const last = handedOn.length > 0 ? ['--', ...handedOn] : [];
  if (known.runId !== undefined) {
    const place = ['--project', rootOf(repository, job), '--run', known.runId];
    const more = job.capUsd === null ? 0 : job.capUsd - (known.capUsd ?? job.capUsd);
    const budget = more > 0 ? ['--budget', usdText(more)] : [];
    const hasEnded = job.exit !== undefined && stateAfter(jobEndOf(job.exit)) === 'ended';
    return ['run', '--resume', '--json', ...place, ...budget, ...resumeFlags(flags, hasEnded), ...last];
  }
  const base = await mergeBranches(repository.git, await branchesFor(repository, batch, job));
  const budget = ['--budget', job.capUsd === null ? 'none' : usdText(job.capUsd)];
  return ['run', '-', '--json', ...batch.flags, `--worktree=${job.tree}`, '--base', base, ...budget, ...last];
}

/** The branches of all that a job needs, also indirectly. A job without commits has no branch any more. */
async function branchesFor({ git }: Repository, { jobs }: Batch, { needs }: BatchJob): Promise<string[]> {
  const names = new Set(needs);
  for (const name of names) jobs.find((one) => one.name === name)?.needs.forEach((more) => names.add(more));
  const refs = jobs.flatMap(({ name, tree }) => (names.has(name) ? [`refs/heads/${branchOf(tree)}`] : []));
  if (refs.length === 0) return [];
  return (await git.read(['for-each-ref', '--format=%(refname)', ...refs])).split('\n').filter(Boolean);
}

/** Six digits after the point, as much as the flag takes; never more than was meant. */
function usdText(usd: number): string {
  return (Math.floor(usd * 1e6) / 1e6).toFixed(6);
}

/** The end of a run that could not begin, because the work that it needs can't be merged. */
export function mergeEnd(error: unknown): RunEnd {
  if (!(error instanceof GitError)) throw error;
  const reason = `${error.message}\n${error.output}`.trim();
  return { exit: 'error', reason, problem: reason };
}
