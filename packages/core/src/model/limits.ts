import type { Frame, Limits } from './run.ts';

/** The limits of a frame, in the order that stops and texts use. */
export const LIMIT_KEYS = ['iterations', 'budgetUsd', 'budgetTokens', 'timeMs'] as const;
export type LimitKey = (typeof LIMIT_KEYS)[number];

/** The limits that warn the user before they are used up. */
export const WARNED_LIMITS = ['budgetUsd', 'budgetTokens', 'timeMs'] as const;
export type WarnedLimit = (typeof WARNED_LIMITS)[number];

/** The limits that a resume grants once more when they are used up. The others grow only by an explicit amount. */
export const RENEWED_LIMITS = ['iterations', 'timeMs'] as const satisfies readonly LimitKey[];
export type RenewedLimit = (typeof RENEWED_LIMITS)[number];

/** The properties of a limit, except its default and its maximum. */
export interface LimitTraits {
  /** Its name in an ending: `paused:budget`. */
  readonly name: string;
  /** The used amount among the facts of a stop. */
  readonly fact: string;
  /** The limit as people call it. */
  readonly label: string;
  /** The flag that sets and raises it. */
  readonly flag: `--${string}`;
  /** Amounts of `count` are whole numbers. */
  readonly unit: 'count' | 'usd' | 'ms';
  /** The end of `80 % of the budget is spent`. */
  readonly usedUp: string;
  /** True for a limit that an inner loop shares with its outer loops. */
  readonly isShared: boolean;
  readonly used: (frame: Frame, at: number) => number;
}

/** The traits of every limit. */
export const LIMITS = {
  iterations: {
    name: 'iterations',
    fact: 'iteration',
    label: 'Iterations',
    flag: '--iterations',
    unit: 'count',
    usedUp: 'of the iterations are used',
    isShared: false,
    used: usedIterations,
  },
  budgetUsd: {
    name: 'budget',
    fact: 'spentUsd',
    label: 'Budget',
    flag: '--budget',
    unit: 'usd',
    usedUp: 'of the budget is spent',
    isShared: true,
    used: ({ spend }) => spend.usd,
  },
  budgetTokens: {
    name: 'tokens',
    fact: 'spentTokens',
    label: 'Tokens',
    flag: '--tokens',
    unit: 'count',
    usedUp: 'of the tokens are used',
    isShared: true,
    used: ({ spend }) => spend.tokens,
  },
  timeMs: {
    name: 'time',
    fact: 'elapsedMs',
    label: 'Time',
    flag: '--minutes',
    unit: 'ms',
    usedUp: 'of the time is up',
    isShared: true,
    used: elapsedMs,
  },
} as const satisfies Readonly<Record<LimitKey, LimitTraits>>;

/** The name of a flag that sets a limit. */
export type LimitFlag = (typeof LIMITS)[LimitKey]['flag'] extends `--${infer Name}` ? Name : never;

/** True for the key of a limit. */
export function isLimitKey(key: string): key is LimitKey {
  return Object.hasOwn(LIMITS, key);
}

/** The limits of a frame that a resume grants once more. */
export function renewedLimits(limits: Limits): Pick<Limits, (typeof RENEWED_LIMITS)[number]> {
  return { iterations: limits.iterations, timeMs: limits.timeMs };
}

/** How long a frame has been at work, without pauses: a resume moves its start. */
export function elapsedMs({ startedAt }: Frame, at: number): number {
  return Math.max(0, at - startedAt);
}

/** The continuations granted so far. A hand edit that counted the next one ahead was not granted. */
export function usedIterations({ iteration, countedAhead }: Frame): number {
  return countedAhead ? iteration - 1 : iteration;
}
