import { type Frame, type Limits, type SomeLimits, WARNED_LIMITS, type WarnedLimit } from '../schemas/run.ts';

interface LimitRule {
  readonly name: string;
  readonly key: keyof Limits;
  readonly used: (frame: Frame, at: number) => number;
}

/** What a frame can run out of, in the order in which it is said. */
export const limitRules: readonly LimitRule[] = [
  { name: 'iterations', key: 'iterations', used: (frame) => usedIterations(frame) },
  { name: 'budget', key: 'budgetUsd', used: (frame) => frame.spend.usd },
  { name: 'tokens', key: 'budgetTokens', used: (frame) => frame.spend.tokens },
  { name: 'time', key: 'timeMs', used: (frame, at) => at - frame.startedAt },
];

/** Continuations granted so far. A hand edit that counted the next one ahead took none. */
export function usedIterations({ iteration, countedAhead }: Frame): number {
  return countedAhead ? iteration - 1 : iteration;
}

/** The first limit that is used up. */
export function reachedLimit(frame: Frame, at: number): LimitRule | undefined {
  return limitRules.find(({ key, used }) => {
    const limit = frame.limits[key];
    return limit !== null && used(frame, at) >= limit;
  });
}

/** Adds to limits what a resume grants; what is without limit stays so. */
export function raiseLimits(limits: Limits, add: SomeLimits): Limits {
  return {
    iterations: raise(limits.iterations, add.iterations),
    budgetUsd: raise(limits.budgetUsd, add.budgetUsd),
    budgetTokens: raise(limits.budgetTokens, add.budgetTokens),
    timeMs: raise(limits.timeMs, add.timeMs),
  };
}

function raise(limit: number | null, more: number | null | undefined): number | null {
  if (more === undefined) return limit;
  return limit === null || more === null ? null : limit + more;
}

/** The percentages of a limit at which the user is warned. */
const WARN_AT = [95, 80, 50];

/** How far a limit is used up, as it is said. */
export interface Warning {
  readonly limit: WarnedLimit;
  readonly percent: number;
  readonly used: number;
  readonly of: number;
}

/** The highest percentage of a limit that is reached and worth a warning; 0 if there is none. */
export function warningLevel(frame: Frame, limit: WarnedLimit, at: number): number {
  const most = frame.limits[limit];
  if (most === null || most <= 0) return 0;
  return WARN_AT.find((percent) => usedOf(frame, limit, at) >= (most * percent) / 100) ?? 0;
}

/** The warnings that are due and were not said yet. */
export function dueWarnings(frame: Frame, at: number): Warning[] {
  return WARNED_LIMITS.flatMap((limit) => {
    const percent = warningLevel(frame, limit, at);
    const of = frame.limits[limit];
    if (of === null || percent <= (frame.warned?.[limit] ?? 0)) return [];
    return [{ limit, percent, used: usedOf(frame, limit, at), of }];
  });
}

/** What counts as said once limits are others: of one that changed, what is reached already is no news. */
export function warnedUnder(before: Frame, after: Frame, at: number): Frame['warned'] {
  const said = WARNED_LIMITS.map((limit) => {
    const isSame = before.limits[limit] === after.limits[limit];
    return [limit, isSame ? (before.warned?.[limit] ?? 0) : warningLevel(after, limit, at)] as const;
  });
  return Object.fromEntries(said.filter(([, percent]) => percent > 0));
}

function usedOf(frame: Frame, limit: WarnedLimit, at: number): number {
  return limitRules.find(({ key }) => key === limit)?.used(frame, at) ?? 0;
}

/** The first limit that is no number a loop could be run by. Iterations and tokens are counted in whole ones. */
export function badLimit(limits: SomeLimits): keyof Limits | undefined {
  return limitRules
    .map(({ key }) => key)
    .find((key) => {
      const limit = limits[key];
      if (limit === null || limit === undefined) return false;
      const isWhole = key === 'iterations' || key === 'budgetTokens';
      return !(Number.isFinite(limit) && limit > 0) || (isWhole && !Number.isInteger(limit));
    });
}

/** An inner loop can use up no more than what is left to the loops that wait for it; it counts its own iterations. */
export function withinOuter(limits: Limits, outer: readonly Frame[], at: number): Limits {
  const left = (key: keyof Limits): number | null =>
    outer.reduce<number | null>((least, frame) => {
      const limit = frame.limits[key];
      const rule = limitRules.find((one) => one.key === key);
      if (limit === null || !rule) return least;
      return smaller(least, Math.max(0, limit - rule.used(frame, at)));
    }, null);
  return {
    iterations: limits.iterations,
    budgetUsd: smaller(limits.budgetUsd, left('budgetUsd')),
    budgetTokens: smaller(limits.budgetTokens, left('budgetTokens')),
    timeMs: smaller(limits.timeMs, left('timeMs')),
  };
}

/** The smaller of two limits, of which `null` is none. */
function smaller(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.min(one, other);
}
