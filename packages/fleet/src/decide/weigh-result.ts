import { jobEndOf, UNCHANGED } from '@loopwright/core';

/** How a driver's process ended. */
export interface DriverResult {
  /** The exit code of `loop run`; null if a signal ended it. */
  readonly code: number | null;
  /** How the loop ended, in one line. */
  readonly reason: string;
  /** What it cost; undefined if nobody knows, because the driver was killed. */
  readonly spentUsd: number | undefined;
  /** When the account's rate limit is over, in milliseconds since 1970. */
  readonly retryAt?: number;
  /** The client, the network, the token or the machine is the cause, not the job. */
  readonly isFaultless?: boolean;
  /** Nothing was changed, and every check passed before. */
  readonly isUnchanged?: boolean;
}

/** The history of a job when its driver ends. */
export interface Tried {
  /** How many of its attempts ended in an error so far. */
  readonly failures: number;
}

/** The consequence of a result for its job. */
export type Outcome =
  /** The reason is there where nothing was to be done. */
  | { readonly kind: 'verified'; readonly reason?: string }
  | { readonly kind: 'ended'; readonly reason: string }
  /** A rate limit shuts the account. The job is put back, and the attempt is no failure. */
  | { readonly kind: 'limited'; readonly until?: number | undefined; readonly reason: string }
  /** The cause is outside of the job: it is put back for a while, and the attempt is no failure. */
  | { readonly kind: 'postponed'; readonly reason: string }
  | { readonly kind: 'again'; readonly delayMs: number; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string };

/** An attempt that ends in an error is followed by this many more. */
export const MAX_FAILURES = 3;
/** So many agents may die with a job before it counts as the cause. */
export const MAX_DEATHS = 3;
/** A rate limit without a time of its end. */
export const UNKNOWN_LIMIT_S = 5 * 60;
/** The longest time for which one answer of an API shuts an account. */
export const MAX_LIMIT_S = 7 * 24 * 3_600;
const BACKOFF_MS = 30_000;
const MAX_POSTPONED_MS = 3_600_000;

/**
 * Decides how a job goes on after the end of its driver. Without a clock: the clocks of agents differ, so the store
 * adds its own.
 */
export function weighResult(
  { code, reason, retryAt, isFaultless = false, isUnchanged = false }: DriverResult,
  { failures }: Tried,
): Outcome {
  const end = jobEndOf(code);
  if (end === 'done') return { kind: 'verified', ...(isUnchanged && { reason: UNCHANGED }) };
  if (end === 'held') return { kind: 'limited', until: retryAt, reason };
  if (isFaultless) return { kind: 'postponed', reason };
  if (end === 'ended' || end === 'unpaid') return { kind: 'ended', reason };
  if (end === 'refused') return { kind: 'failed', reason };
  if (failures + 1 >= MAX_FAILURES)
    return { kind: 'failed', reason: `failed ${MAX_FAILURES} times: ${reason}` };
  return { kind: 'again', delayMs: BACKOFF_MS * 2 ** failures, reason };
}

/** How long a job waits that was postponed so many times: other jobs get their turn. */
export function postponedMs(times: number): number {
  return Math.min(MAX_POSTPONED_MS, BACKOFF_MS * 2 ** times);
}
