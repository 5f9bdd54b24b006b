import type { JobStatus } from './batch-memory.ts';

/** The jobs of a batch in working order, with their shared slots and budget. */
export interface Batch {
  readonly jobs: readonly JobStatus[];
  /** How many jobs may run at once. */
  readonly slots: number;
  /** What all jobs may cost together; null without a limit. */
  readonly budgetUsd: number | null;
}

/** A job to start or to resume. */
export interface JobStart {
  readonly name: string;
  /** The limit of its run from now on, including its cost so far; null without a limit. */
  readonly capUsd: number | null;
}

/** With less than this a run could not even ask once. */
const LEAST_USD = 0.01;

/**
 * Selects the jobs that start now. They share the rest of the budget evenly. A started job reserves its whole limit, so
 * all limits together never exceed the budget; when it ends, the unspent part returns. A job that used up its share gets
 * more once no other job can start.
 */
export function nextJobs({ jobs, slots, budgetUsd }: Batch): readonly JobStart[] {
  const free = slots - jobs.filter(({ state }) => state === 'running').length;
  const done = new Set(jobs.filter(({ state }) => state === 'done').map(({ name }) => name));
  const waiting = jobs.filter(
    ({ state, needs }) => state === 'waiting' && needs.every((name) => done.has(name)),
  );
  const again = jobs.filter((one) => one.state === 'paused' && one.capUsd !== null && ownOf(one) < LEAST_USD);
  const ready = [...waiting, ...again].slice(0, Math.max(0, free));
  if (budgetUsd === null) return ready.map(({ name }) => ({ name, capUsd: null }));
  let left = leftOf(jobs, budgetUsd);
  let unfunded = ready.filter((one) => ownOf(one) < LEAST_USD).length;
  return ready.flatMap((one) => {
    const { name, spentUsd, capUsd } = one;
    if (ownOf(one) >= LEAST_USD) return [{ name, capUsd }];
    const share = left / unfunded;
    unfunded -= 1;
    if (share < LEAST_USD) return [];
    left -= share;
    return [{ name, capUsd: Math.max(spentUsd, capUsd ?? 0) + share }];
  });
}

/** The unspent part of a job's limit. */
function ownOf({ spentUsd, capUsd }: JobStatus): number {
  return Math.max(0, (capUsd ?? Infinity) - spentUsd);
}

/** The part of the budget that no job has spent or may still spend. */
export function leftOf(jobs: readonly JobStatus[], budgetUsd: number): number {
  const taken = jobs.reduce((sum, job) => sum + takenBy(job), 0);
  return Math.max(0, budgetUsd - taken);
}

function takenBy({ state, spentUsd, capUsd }: JobStatus): number {
  return state === 'done' || state === 'ended' ? spentUsd : Math.max(spentUsd, capUsd ?? 0);
}

/**
 * The jobs of an interrupted or ended batch as they are resumed: each one that was interrupted or paused waits again. A
 * job that ended waits again only if the user wants it `again`, and as far as the budget still has what its run may spend.
 */
export function resumedJobs<J extends JobStatus>(
  jobs: readonly J[],
  budgetUsd: number | null,
  again: ReadonlySet<string>,
): readonly J[] {
  const resumed = [...jobs];
  for (const [index, one] of resumed.entries()) {
    if (one.state === 'done' || (one.state === 'ended' && !again.has(one.name))) continue;
    const others = resumed.filter((_, place) => place !== index);
    const isCovered =
      budgetUsd === null ||
      takenBy({ ...one, state: 'waiting' }) - one.spentUsd <= leftOf(others, budgetUsd) - one.spentUsd + 1e-9;
    if (one.state !== 'ended' || isCovered) resumed[index] = { ...one, state: 'waiting' };
  }
  return resumed;
}

/** The cost of all jobs together. */
export function spentBy(jobs: readonly JobStatus[]): number {
  return jobs.reduce((sum, { spentUsd }) => sum + spentUsd, 0);
}
