/** `wait`: no job of the account starts before the limit ends. `shut`: none starts any more. */
export type Hold =
  | { readonly kind: 'open' }
  | { readonly kind: 'wait'; readonly until: number }
  | { readonly kind: 'shut' };

/**
 * Decides whether the rate limits that the jobs of an account met hold its other jobs. `ends` has when each one ends, in
 * milliseconds since 1970; Infinity if the API did not say so.
 */
export function holdUntil(
  ends: readonly number[],
  { now, maxWaitMs }: { readonly now: number; readonly maxWaitMs: number },
): Hold {
  const until = Math.max(...ends);
  if (until <= now) return { kind: 'open' };
  return until - now > maxWaitMs ? { kind: 'shut' } : { kind: 'wait', until };
}
