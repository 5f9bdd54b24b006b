import { WARN_AT } from '../model/defaults.ts';
import {
  LIMITS,
  limitRules,
  WARNED_LIMITS,
  type LimitKey,
  type LimitRule,
  type WarnedLimit,
} from '../model/limits.ts';
import type { Frame, Limits, SomeLimits } from '../model/run.ts';

/** The first limit that is used up. */
export function reachedLimit(frame: Frame, at: number): LimitRule | undefined {
  return limitRules.find(({ key, used }) => {
    const limit = frame.limits[key];
    return limit !== null && used(frame, at) >= limit;
  });
}

/** Raises limits. An unlimited limit stays unlimited. */
export function raiseLimits(limits: Limits, add: SomeLimits): Limits {
  return changeLimits(limits, (limit, { key }) => raise(limit, add[key]));
}

/** Gives limits with every limit changed. */
function changeLimits(
  limits: Limits,
  change: (limit: number | null, rule: LimitRule) => number | null,
): Limits {
  return Object.fromEntries(limitRules.map((rule) => [rule.key, change(limits[rule.key], rule)])) as Limits;
}

function raise(limit: number | null, more: number | null | undefined): number | null {
  if (more === undefined) return limit;
  return limit === null || more === null ? null : limit + more;
}

/** A warning that a limit is used up to a percentage. */
export interface Warning {
  readonly limit: WarnedLimit;
  readonly percent: number;
  readonly used: number;
  readonly of: number;
}

/** The highest warning percentage that a limit has reached, or 0. */
function warningLevel(frame: Frame, limit: WarnedLimit, at: number): number {
  const most = frame.limits[limit];
  if (most === null || most <= 0) return 0;
  return WARN_AT.find((percent) => LIMITS[limit].used(frame, at) >= (most * percent) / 100) ?? 0;
}

/** The warnings that are due and not on record yet. */
export function dueWarnings(frame: Frame, at: number): Warning[] {
  return WARNED_LIMITS.flatMap((limit) => {
    const percent = warningLevel(frame, limit, at);
    const of = frame.limits[limit];
    if (of === null || percent <= (frame.warned?.[limit] ?? 0)) return [];
    return [{ limit, percent, used: LIMITS[limit].used(frame, at), of }];
  });
}

/** The warnings on record after limits change. For a changed limit, don't repeat levels already reached. */
export function warnedUnder(before: Frame, after: Frame, at: number): Frame['warned'] {
  const said = WARNED_LIMITS.map((limit) => {
    const isSame = before.limits[limit] === after.limits[limit];
    return [limit, isSame ? (before.warned?.[limit] ?? 0) : warningLevel(after, limit, at)] as const;
  });
  const due = said.filter(([, percent]) => percent > 0);
  return due.length > 0 ? Object.fromEntries(due) : undefined;
}

/** The first limit with an impossible value: not above 0, not finite, or a fraction where a whole number is due. */
export function badLimit(limits: SomeLimits): LimitKey | undefined {
  const bad = limitRules.find(({ key, unit }) => {
    const limit = limits[key];
    if (limit === null || limit === undefined) return false;
    return !(Number.isFinite(limit) && limit > 0) || (unit === 'count' && !Number.isInteger(limit));
  });
  return bad?.key;
}

/** Lowers an inner loop's limits to the rest of the outer loops' limits. Each loop counts its own iterations. */
export function withinOuter(limits: Limits, outer: readonly Frame[], at: number): Limits {
  return changeLimits(limits, (own, { key, isShared, used }) => {
    if (!isShared) return own;
    return outer.reduce<number | null>((least, frame) => {
      const limit = frame.limits[key];
      return limit === null ? least : smaller(least, Math.max(0, limit - used(frame, at)));
    }, own);
  });
}

/** The smaller of two limits; `null` means unlimited. */
function smaller(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.min(one, other);
}
