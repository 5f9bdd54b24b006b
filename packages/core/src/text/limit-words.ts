import type { LimitKey } from '../model/vocabulary.ts';
import { cost, money } from './words.ts';

interface LimitWords {
  /** The limit as people call it. */
  readonly label: string;
  /** The flag that sets and raises it. */
  readonly flag: string;
  /** The end of `80 % of the budget is spent`. */
  readonly usedUp: string;
  readonly limitText: (limit: number) => string;
  readonly usageText: (used: number, limit: number) => string;
}

/** How texts name each limit and its amounts. */
export const LIMIT_WORDS: Readonly<Record<LimitKey, LimitWords>> = {
  iterations: {
    label: 'Iterations',
    flag: '--iterations',
    usedUp: 'of the iterations are used',
    limitText: String,
    usageText: (used, limit) => `${used} of ${limit}`,
  },
  budgetUsd: {
    label: 'Budget',
    flag: '--budget',
    usedUp: 'of the budget is spent',
    limitText: money,
    usageText: (used, limit) => `${cost(used)} of ${money(limit)}`,
  },
  budgetTokens: {
    label: 'Tokens',
    flag: '--tokens',
    usedUp: 'of the tokens are used',
    limitText: String,
    usageText: (used, limit) => `${used} of ${limit}`,
  },
  timeMs: {
    label: 'Time',
    flag: '--minutes',
    usedUp: 'of the time is up',
    limitText: (ms) => `${Math.round(ms / 60_000)} min`,
    usageText: (used, limit) => `${minutes(used)} of ${minutes(limit)} min`,
  },
};

/** True for the name of a limit. */
export function isLimitKey(name: string): name is LimitKey {
  return Object.hasOwn(LIMIT_WORDS, name);
}

function minutes(ms: number): string {
  return String(Math.round(ms / 6_000) / 10);
}
