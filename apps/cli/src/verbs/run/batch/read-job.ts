import { join } from 'node:path';
import { type Repository, workTreePath } from '@loopwright/driver';
import { listRuns } from '@loopwright/store';
import type { BatchJob } from './batch-memory.ts';

/** Reads run, cost and limit of a job from its journal. A killed driver has not stored them. */
export function readJob(repository: Repository, { tree }: Pick<BatchJob, 'tree'>): Partial<BatchJob> {
  const [latest] = listRuns(rootOf(repository, tree)).flatMap(({ run }) => run ?? []);
  const [frame] = latest?.frames ?? [];
  if (!latest || !frame) return {};
  return { runId: latest.id, spentUsd: frame.spend.usd, capUsd: frame.limits.budgetUsd };
}

/** Where the run of a job is: in its work tree. */
export function rootOf(repository: Repository, tree: string): string {
  return join(workTreePath(repository, tree), repository.prefix);
}
