import type { Frame, Limits, SomeLimits } from '../model/run.ts';

interface LimitRule {
  readonly name: string;
  readonly key: keyof Limits;
  readonly used: (frame: Frame, at: number) => number;
}

/** What a frame can run out of, in the order in which it is said. */
export const limitRules: readonly LimitRule[] = [
  { name: 'iterations', key: 'iterations', used: (frame) => frame.iteration },
  { name: 'budget', key: 'budgetUsd', used: (frame) => frame.spend.usd },
  { name: 'tokens', key: 'budgetTokens', used: (frame) => frame.spend.tokens },
  { name: 'time', key: 'timeMs', used: (frame, at) => at - frame.startedAt },
];

/** The first limit that is used up. */
export function reachedLimit(frame: Frame, at: number): LimitRule | undefined {
  return limitRules.find(({ key, used }) => {
    const limit = frame.limits[key];
    return limit !== null && used(frame, at) >= limit;
  });
}

/** Adds to limits what a resume grants; what is without limit stays so. */
export function raiseLimits(limits: Limits, add: SomeLimits | undefined): Limits {
  return {
    iterations: raise(limits.iterations, add?.iterations),
    budgetUsd: raise(limits.budgetUsd, add?.budgetUsd),
    budgetTokens: raise(limits.budgetTokens, add?.budgetTokens),
    timeMs: raise(limits.timeMs, add?.timeMs),
  };
}

function raise(limit: number | null, more: number | null | undefined): number | null {
  if (more === undefined) return limit;
  return limit === null || more === null ? null : limit + more;
}

/** The percentages of the budget at which the user is warned. */
const WARN_AT = [95, 80, 50];

/** The highest warning that going from one spend to another passes. */
export function budgetWarning(limit: number | null, before: number, after: number): number | undefined {
  if (limit === null || limit <= 0) return undefined;
  return WARN_AT.find((percent) => before < (limit * percent) / 100 && after >= (limit * percent) / 100);
}

/** The first limit that is no number a loop could be run by. */
export function badLimit(limits: SomeLimits): string | undefined {
  return Object.entries(limits).find(
    ([, value]) => value !== null && value !== undefined && !(Number.isFinite(value) && value > 0),
  )?.[0];
}
