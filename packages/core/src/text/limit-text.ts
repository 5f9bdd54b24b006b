import { isLimitKey, LIMITS, type LimitKey, type LimitRule } from '../model/limits.ts';
import { sanitizeLine } from './sanitize.ts';
import { cost, money } from './words.ts';

interface Amounts {
  readonly limit: (limit: number) => string;
  readonly usage: (used: number, limit: number) => string;
}

const AMOUNTS: Readonly<Record<LimitRule['unit'], Amounts>> = {
  count: { limit: String, usage: (used, limit) => `${used} of ${limit}` },
  usd: { limit: money, usage: (used, limit) => `${cost(used)} of ${money(limit)}` },
  ms: {
    limit: (ms) => `${Math.round(ms / 60_000)} min`,
    usage: (used, limit) => `${minutes(used)} of ${minutes(limit)} min`,
  },
};

/** A limit as people call it. */
export function limitName(key: string): string {
  return isLimitKey(key) ? LIMITS[key].label : sanitizeLine(key, 40);
}

/** The amount of a limit with its unit. */
export function limitText(key: string, limit: number): string {
  return isLimitKey(key) ? AMOUNTS[LIMITS[key].unit].limit(limit) : String(limit);
}

/** The used part of a limit: `$20.00 of $25`. */
export function usageText(key: LimitKey, used: number, limit: number): string {
  return AMOUNTS[LIMITS[key].unit].usage(used, limit);
}

function minutes(ms: number): string {
  return String(Math.round(ms / 6_000) / 10);
}
