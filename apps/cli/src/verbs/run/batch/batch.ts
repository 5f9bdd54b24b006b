import { join } from 'node:path';
import { SHARER_STATES } from '@loopwright/core';
import { ownProcess, type Repository, workTreePath } from '@loopwright/driver';
import { listRuns } from '@loopwright/store';
import * as z from 'zod/mini';
import { recall, remember } from '../../../session/memory.ts';

/** One spec of a batch, as it is remembered. */
const job = z.object({
  name: z.string(),
  /** The names of the jobs that have to be done first. */
  needs: z.array(z.string()),
  state: z.enum(SHARER_STATES),
  spentUsd: z.number(),
  /** Some of its cost is unknown, and `spentUsd` leaves it out. */
  isUnpriced: z.optional(z.boolean()),
  capUsd: z.nullable(z.number()),
  /** Word for word, without its needs. */
  spec: z.string(),
  /** The name of its work tree. */
  tree: z.string(),
  exit: z.optional(z.string()),
  /** It failed, but not by itself, so a resume runs it again. */
  mayRetry: z.optional(z.boolean()),
  /** Why it could not be started, or its work not be delivered. */
  problem: z.optional(z.string()),
  runId: z.optional(z.string()),
  branch: z.optional(z.string()),
  folder: z.optional(z.nullable(z.string())),
  pullRequest: z.optional(z.nullable(z.string())),
  isUnchanged: z.optional(z.boolean()),
});
export type BatchJob = z.infer<typeof job>;

const batch = z.object({
  budgetUsd: z.nullable(z.number()),
  slots: z.number(),
  /** The flags typed for every spec. */
  flags: z.array(z.string()),
  jobs: z.array(job),
  /** The process that works on it. */
  driver: z.optional(z.unknown()),
});
export type Batch = z.infer<typeof batch>;

/** Which batch: the project, and the folder or list of its specs. */
export type BatchKey = readonly [root: string, specs: string];

/** Where a batch works. The batch itself changes. */
export interface BatchPlace {
  readonly key: BatchKey;
  readonly repository: Repository;
  readonly batch: Batch;
}

/** Reads a batch; undefined if no batch is stored. */
export function readBatch(key: BatchKey): Batch | undefined {
  return recall(batch, 'batches', key);
}

/** Remembers a batch. Throws `CliError` if the state folder can't be written. */
export function writeBatch(key: BatchKey, value: Batch): void {
  remember('batches', key, { ...value, driver: ownProcess() }, 'these runs could not be resumed together');
}

/** Where the run of a job is: in its work tree. */
export function rootOf(repository: Repository, { tree }: BatchJob): string {
  return join(workTreePath(repository, tree), repository.prefix);
}

/** Reads run, cost and limit of a job from its journal. A killed driver has not stored them. */
export function readJob(repository: Repository, job: BatchJob): Partial<BatchJob> {
  const [latest] = listRuns(rootOf(repository, job)).flatMap(({ run }) => run ?? []);
  const [frame] = latest?.frames ?? [];
  if (!latest || !frame) return {};
  const { usd, isUnpriced = false } = frame.spend;
  return { runId: latest.id, spentUsd: usd, isUnpriced, capUsd: frame.limits.budgetUsd };
}
