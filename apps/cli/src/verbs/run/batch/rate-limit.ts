import type { JobStatus } from './batch-memory.ts';

/** A job with the rate limit that it met last. */
export type LimitedJob = Pick<JobStatus, 'state'> & {
  readonly exit?: string | undefined;
  /** When the limit ends, in milliseconds since 1970, if the API said so. */
  readonly limitEndsAt?: number | undefined;
};

/** `wait`: no job starts before the limit ends. `shut`: none starts any more, since the end is unknown or too far away. */
export type Hold =
  | { readonly kind: 'open' }
  | { readonly kind: 'wait'; readonly until: number }
  | { readonly kind: 'shut' };

/**
 * Decides whether a rate limit holds the start of further jobs: all jobs use one account, so the limit of a job that
 * waits or has paused is the limit of all. A limit from before a resume doesn't count.
 */
export function holdForLimit(
  jobs: readonly LimitedJob[],
  { now, maxWaitMs }: { readonly now: number; readonly maxWaitMs: number },
): Hold {
  const ends = jobs.flatMap(({ state, exit, limitEndsAt }) => {
    if (state !== 'running' && (state !== 'paused' || exit !== 'rate-limit')) return [];
    if (limitEndsAt !== undefined) return limitEndsAt > now ? [limitEndsAt] : [];
    return state === 'paused' ? [Infinity] : [];
  });
  if (ends.length === 0) return { kind: 'open' };
  const until = Math.max(...ends);
  return until - now > maxWaitMs ? { kind: 'shut' } : { kind: 'wait', until };
}
