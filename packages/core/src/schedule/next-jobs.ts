/** A job as the scheduler sees it. Stores know more of it. */
export interface Candidate {
  /** The names of the jobs that have to be done first. */
  readonly needs?: readonly string[];
  /** The money that it reserves when it starts; left out: an even share of the rest. */
  readonly priceUsd?: number | undefined;
}

/** The slots and the money that all jobs share. */
export interface Means {
  /** How many more jobs may run. */
  readonly slots: number;
  /** What no job has spent or reserved; Infinity without a budget. */
  readonly leftUsd: number;
  /** Left out where the store offers only jobs whose needs are met. */
  readonly isDone?: (name: string) => boolean;
}

/** With less than this a run could not even ask once. */
export const LEAST_USD = 0.01;
/** Sums of dollars are floating-point numbers. */
const ROUNDING_USD = 1e-9;

/** True if the needs of a job are met and the rest of the budget covers it. */
export function canStart(
  { needs = [], priceUsd = LEAST_USD }: Candidate,
  { leftUsd, isDone = () => true }: Omit<Means, 'slots'>,
): boolean {
  return needs.every((name) => isDone(name)) && priceUsd <= leftUsd + ROUNDING_USD;
}

/**
 * Selects the jobs that start now, in the order of the input, and what each one takes. A job that does not fit is passed
 * over. Together they never take more than is left.
 *
 * @example nextJobs([{ priceUsd: 25 }, { priceUsd: 5 }], { slots: 1, leftUsd: 9 }) // [{ job: { priceUsd: 5 }, usd: 5 }]
 */
export function nextJobs<J extends Candidate>(
  jobs: readonly J[],
  means: Means,
): readonly { readonly job: J; readonly usd: number }[] {
  const able = jobs.filter((job) => canStart(job, means));
  const slots = Math.max(0, means.slots);
  let sharers = able.slice(0, slots).filter(({ priceUsd }) => priceUsd === undefined).length;
  let { leftUsd } = means;
  const starts: { readonly job: J; readonly usd: number }[] = [];
  for (const job of able) {
    if (starts.length >= slots) break;
    const usd = job.priceUsd ?? leftUsd / Math.max(1, sharers);
    if (job.priceUsd === undefined) sharers -= 1;
    if (!canStart({ priceUsd: usd }, { leftUsd }) || usd < (job.priceUsd ?? LEAST_USD)) continue;
    if (Number.isFinite(leftUsd)) leftUsd -= usd;
    starts.push({ job, usd });
  }
  return starts;
}
