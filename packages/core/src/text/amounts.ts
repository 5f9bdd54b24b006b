import { isLimitKey, LIMITS, type LimitKey, type WarnedLimit } from '../model/limits.ts';
import type { Frame, Spend } from '../model/run.ts';
import { sanitizeLine } from './sanitize.ts';

/** Writes a number with its noun: `1 check`, `3 checks`. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Joins the first items and counts the rest of `count`. */
export function listed(items: readonly string[], most: number, count = items.length): string {
  const named = items.slice(0, most);
  return `${named.join(', ')}${count > named.length ? ` and ${count - named.length} more` : ''}`;
}

/** Dollars with as many places as say something: `$25`, `$0.50`, `$0.004`. */
export function money(usd: number): string {
  if (!Number.isFinite(usd)) return '$?';
  if (Number.isInteger(usd)) return `$${usd}`;
  return usd < 0.01 ? `$${usd.toFixed(4).replace(/0+$/, '')}` : cost(usd);
}

/** Dollars, always with cents: `$25.00`. */
export function cost(usd: number): string {
  return `$${usd.toFixed(2)}`;
}

/** What was spent, for people: `$25.00`, `unknown`, and `$25.00 and more` where a part of it is unknown. */
export function spendText({ usd, isUnpriced }: Pick<Spend, 'usd' | 'isUnpriced'>): string {
  if (!isUnpriced) return cost(usd);
  return usd > 0 ? `${cost(usd)} and more` : 'unknown';
}

/** What was spent where no word around it says so: `$25.00`, `cost unknown`. */
export function costWords(spend: Spend): string {
  return spend.isUnpriced && spend.usd === 0 ? 'cost unknown' : spendText(spend);
}

/** A large number in short: `950`, `627k`, `3.1M`. */
export function shortCount(count: number): string {
  if (count < 1000) return String(count);
  const [amount, unit] = count < 999_500 ? [count / 1000, 'k'] : [count / 1_000_000, 'M'];
  return `${amount < 100 ? tenths(amount) : Math.round(amount)}${unit}`;
}

/** Writes a duration for people: `0.4s`, `12s`, `3m 20s`, `2h 5m`. */
export function durationText(timeMs: number): string {
  const seconds = timeMs / 1000;
  if (seconds < 10) return `${tenths(Math.floor(seconds * 10) / 10)}s`;
  const whole = Math.floor(seconds);
  if (whole < 60) return `${whole}s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return pair(minutes, 'm', whole % 60, 's');
  return pair(Math.floor(minutes / 60), 'h', minutes % 60, 'm');
}

function tenths(value: number): string {
  return value.toFixed(1).replace(/\.0$/, '');
}

function pair(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large}${largeUnit}` : `${large}${largeUnit} ${small}${smallUnit}`;
}

const AMOUNTS: Readonly<Record<LimitKey, (amount: number) => string>> = {
  iterations: String,
  budgetUsd: money,
  budgetTokens: shortCount,
  timeMs: durationText,
};

/** A limit as people call it. */
export function limitName(key: string): string {
  if (!isLimitKey(key)) return sanitizeLine(key, 40);
  const { name } = LIMITS[key];
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
}

/** The amount of a limit with its unit; `unlimited` without one. */
export function limitText(key: string, limit: number | null): string {
  if (limit === null) return 'unlimited';
  return isLimitKey(key) ? AMOUNTS[key](limit) : String(limit);
}

/** The used part of a limit: `$20.00`, `3m 20s`. */
export function usedText(key: LimitKey, used: number): string {
  return key === 'budgetUsd' ? cost(used) : AMOUNTS[key](used);
}

/** Says in one sentence how far a limit is used up. An old record names no limit and means the budget. */
export function warningText(percent: number, limit: WarnedLimit = 'budgetUsd', figures = ''): string {
  return `${percent} % ${LIMITS[limit].usedUp}${figures}.`;
}

/** Spend against budget: `$0.50/$25`. */
export function costOf({ spend, limits }: Pick<Frame, 'spend' | 'limits'>): string {
  return spend.isUnpriced && spend.tokens > 0 && limits.budgetUsd === null
    ? `${spendText(spend)} (${shortCount(spend.tokens)} tokens)`
    : `${spendText(spend)}/${limitText('budgetUsd', limits.budgetUsd)}`;
}

/** Iteration against limit: `3/10`. The turn that started the loop belongs to the first. */
export function iterationOf({ iteration, limits }: Frame): string {
  return `${Math.max(1, iteration)}/${limitText('iterations', limits.iterations)}`;
}
