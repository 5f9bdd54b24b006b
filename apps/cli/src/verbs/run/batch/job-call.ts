import { GitError } from '@loopwright/checks';
import { failureOf, isUnchanged, jobEndOf, stateAfter } from '@loopwright/core';
import { branchOf, mergeBranches, type Repository } from '@loopwright/driver';
import type { RunJson } from '../../../answers/run-json.ts';
import type { Request } from '../../../program/context.ts';
import type { Delivered } from '../delivery/deliver.ts';
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

/** How the run of a job ended, and what is known of the job by that. */
export type RunEnd = Partial<BatchJob> & {
  readonly exit: string;
  readonly reason: string;
  readonly failure?: string | undefined;
};

/** The fields that a batch reads from the answer of `loop run --json`. */
type RunAnswer = Partial<RunJson> & {
  readonly exit?: string;
  readonly reason?: string;
  readonly costUsd?: number;
  readonly error?: { readonly code: string; readonly message: string };
  readonly delivery?: Delivered;
};

/** Reads what `loop run --json` printed. A run that printed nothing was killed. */
export function readRunEnd(stdout: string): RunEnd {
  let answer: RunAnswer;
  try {
    answer = JSON.parse(stdout) as RunAnswer;
  } catch {
    return { exit: 'interrupted', reason: '' };
  }
  const { error, costUsd, delivery, run } = answer;
  const { folder, branch, problem, pullRequest } = delivery ?? {};
  return {
    exit: answer.exit ?? error?.code ?? 'unclear',
    reason: answer.reason ?? error?.message ?? '',
    failure: failureOf(run?.ending)?.failure,
    problem: problem ?? error?.message,
    ...(costUsd !== undefined && { spentUsd: costUsd }),
    ...(run && { runId: run.id, isUnchanged: isUnchanged(run.ending) }),
    ...(delivery && { folder, pullRequest: pullRequest?.url ?? null }),
    ...(branch && { branch }),
  };
}

/** The end of a run that could not begin, because the work that it needs can't be merged. */
export function mergeEnd(error: unknown): RunEnd {
  if (!(error instanceof GitError)) throw error;
  const reason = `${error.message}\n${error.output}`.trim();
  return { exit: 'error', reason, problem: reason };
}
