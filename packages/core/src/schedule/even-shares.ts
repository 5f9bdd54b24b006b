import type { JobEnd } from './exits.ts';
import { canStart, LEAST_USD, nextJobs } from './next-jobs.ts';

/**
 * Where a job of a batch stands.
 * - `paused`: it can go on, with more budget or later
 * - `ended`: it is not done, and a person has to look
 */
export const SHARER_STATES = ['waiting', 'running', 'done', 'paused', 'ended'] as const;

/** A job among several that share one budget evenly. */
export interface Sharer {
  readonly name: string;
  readonly needs: readonly string[];
  readonly state: (typeof SHARER_STATES)[number];
  /** Charged so far. */
  readonly spentUsd: number;
  /** The limit of its run, spent or not; 0 before its first start, null without a limit. */
  readonly capUsd: number | null;
}

/** Where a job of a batch stands after its run ended so. */
export function stateAfter(end: JobEnd): Sharer['state'] {
  if (end === 'done') return 'done';
  return end === 'unpaid' || end === 'held' || end === 'stopped' ? 'paused' : 'ended';
}

/**
 * Selects the jobs that start now, with the limit of each run from now on: null without one. They share the rest of the
 * budget evenly. A started job reserves its whole limit; when it ends, the unspent part returns. A job that used up its
 * share gets more once no other job can start.
 */
export function nextSharers<J extends Sharer>(
  jobs: readonly J[],
  { slots, budgetUsd }: { readonly slots: number; readonly budgetUsd: number | null },
): readonly { readonly job: J; readonly capUsd: number | null }[] {
  const waiting = jobs.filter(({ state }) => state === 'waiting');
  const usedUp = jobs.filter((job) => job.state === 'paused' && !hasOwn(job));
  const candidates = [...waiting, ...usedUp].map((job) => ({
    job,
    needs: job.needs,
    priceUsd: hasOwn(job) ? 0 : undefined,
  }));
  const starts = nextJobs(candidates, {
    slots: slots - jobs.filter(({ state }) => state === 'running').length,
    leftUsd: leftOf(jobs, budgetUsd),
    isDone: (name) => jobs.some((job) => job.name === name && job.state === 'done'),
  });
  return starts.map(({ job: { job }, usd }) => ({
    job,
    capUsd: budgetUsd === null ? null : hasOwn(job) ? job.capUsd : reservedBy(job) + usd,
  }));
}

/**
 * The jobs of an interrupted or ended batch as they are resumed: each one that was interrupted or paused waits again. A
 * job that ended waits again only if it may be retried, and if the budget still has what its run may spend.
 */
export function resumedSharers<J extends Sharer>(
  jobs: readonly J[],
  budgetUsd: number | null,
  mayRetry: (job: J) => boolean,
): J[] {
  let leftUsd = leftOf(jobs, budgetUsd);
  return jobs.map((job) => {
    if (job.state === 'done' || (job.state === 'ended' && !mayRetry(job))) return job;
    const priceUsd = job.state === 'ended' ? reservedBy(job) - job.spentUsd : 0;
    if (!canStart({ priceUsd }, { leftUsd })) return job;
    leftUsd -= priceUsd;
    return { ...job, state: 'waiting' };
  });
}

function hasOwn({ capUsd, spentUsd }: Sharer): boolean {
  return (capUsd ?? Infinity) - spentUsd >= LEAST_USD;
}

/** What no job has spent or may still spend. */
function leftOf(jobs: readonly Sharer[], budgetUsd: number | null): number {
  const isOver = ({ state }: Sharer): boolean => state === 'done' || state === 'ended';
  const taken = jobs.reduce((sum, job) => sum + (isOver(job) ? job.spentUsd : reservedBy(job)), 0);
  return Math.max(0, (budgetUsd ?? Infinity) - taken);
}

function reservedBy({ spentUsd, capUsd }: Sharer): number {
  return Math.max(spentUsd, capUsd ?? 0);
}
