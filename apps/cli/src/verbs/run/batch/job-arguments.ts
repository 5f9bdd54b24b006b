import { GitError } from '@loopwright/checks';
import { branchOf, mergeBranches, type Repository } from '@loopwright/driver';
import type { Request } from '../../../program/context.ts';
import { CLIENT_FLAGS, flagsFor, LIMIT_FLAGS } from './batch-flags.ts';
import type { BatchJob, BatchKey, RememberedBatch } from './batch-memory.ts';
import { readJob, rootOf } from './read-job.ts';

/** Everything that a working batch needs. The batch itself changes. */
export interface Drive {
  readonly key: BatchKey;
  readonly home: string;
  readonly repository: Repository;
  readonly batch: RememberedBatch;
  /** The names of the specs that ended and run again. A spec leaves this set once it has started. */
  readonly again: Set<string>;
}

/** The arguments of `loop run` for a job, or why it can't start. */
export async function jobArguments(
  request: Request<'run'>,
  { repository, batch, again: wanted }: Drive,
  job: BatchJob,
  capUsd: number | null,
): Promise<readonly string[] | string> {
  const known = readJob(repository, job);
  if (known.runId !== undefined) {
    const more = capUsd === null ? 0 : capUsd - (known.capUsd ?? capUsd);
    const isAgain = wanted.delete(job.name);
    const again = flagsFor(
      request.flags,
      (name) => CLIENT_FLAGS.has(name) || (isAgain && LIMIT_FLAGS.has(name)),
    );
    const place = ['--project', rootOf(repository, job.tree), '--run', known.runId];
    return [
      'run',
      '--resume',
      '--json',
      ...place,
      ...(more > 0 ? ['--budget', usdText(more)] : []),
      ...again,
    ];
  }
  try {
    const base = await mergeBranches(repository.git, await branchesFor(repository, batch.jobs, job));
    const budget = capUsd === null ? 'none' : usdText(capUsd);
    return [
      'run',
      '-',
      '--json',
      ...batch.flags,
      `--worktree=${job.tree}`,
      '--base',
      base,
      '--budget',
      budget,
    ];
  } catch (error) {
    if (error instanceof GitError) return `${error.message}\n${error.output}`.trim();
    throw error;
  }
}

/** The branches of all that a job needs, also indirectly. A job without commits has no branch any more. */
async function branchesFor(
  { git }: Repository,
  jobs: readonly BatchJob[],
  { needs }: BatchJob,
): Promise<readonly string[]> {
  const names = new Set(needs);
  for (const name of names) jobs.find((one) => one.name === name)?.needs.forEach((more) => names.add(more));
  const refs = jobs.flatMap(({ name, tree }) => (names.has(name) ? [`refs/heads/${branchOf(tree)}`] : []));
  const found: string[] = [];
  for (const ref of refs) if (await git.ask(['rev-parse', '--verify', '--quiet', ref])) found.push(ref);
  return found;
}

/** Six digits after the point, as much as the flag takes; never more than was meant. */
function usdText(usd: number): string {
  return (Math.floor(usd * 1e6) / 1e6).toFixed(6);
}
