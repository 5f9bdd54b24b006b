import type { Frame, Limits } from './run.ts';

/** The limits of a frame, in the order that stops and texts use. */
export const LIMIT_KEYS = ['iterations', 'budgetUsd', 'budgetTokens', 'timeMs'] as const;
export type LimitKey = (typeof LIMIT_KEYS)[number];

/** The limits that warn the user before they are used up. */
export const WARNED_LIMITS = ['budgetUsd', 'budgetTokens', 'timeMs'] as const;
export type WarnedLimit = (typeof WARNED_LIMITS)[number];

/** The limits that a resume grants once more when they are used up. The others grow only by an explicit amount. */
export const RENEWED_LIMITS = ['iterations', 'timeMs'] as const satisfies readonly LimitKey[];

/** The name of a flag that sets a limit. */
export type LimitFlag = 'iterations' | 'budget' | 'tokens' | 'minutes';

/** A limit, except its default and its maximum. */
export interface LimitRule {
  readonly key: LimitKey;
  /** Its name in an ending, `paused:budget`, and with a capital where people read it. */
  readonly name: string;
  /** The used amount among the facts of a stop. */
  readonly fact: string;
  /** The flag that sets and raises it. */
  readonly flag: `--${LimitFlag}`;
  readonly flagName: LimitFlag;
  /** The things that are counted: `dollars`. */
  readonly noun: string;
  /** The word that lifts it. */
  readonly lifted: 'unlimited' | 'none';
  /** Amounts of `count` are whole numbers. */
  readonly unit: 'count' | 'usd' | 'ms';
  /** Milliseconds in a minute, for time. */
  readonly unitSize: number;
  /** The end of `80 % of the budget is spent`. */
  readonly usedUp: string;
  /** True for a limit that an inner loop shares with its outer loops. */
  readonly isShared: boolean;
  readonly used: (frame: Frame, at: number) => number;
}

/** Every limit. */
export const LIMITS: Readonly<Record<LimitKey, LimitRule>> = {
  iterations: limitRule('iterations', 'iterations', {
    fact: 'iteration',
    lifted: 'unlimited',
    usedUp: 'of the iterations are used',
    isShared: false,
    used: usedIterations,
  }),
  budgetUsd: limitRule('budgetUsd', 'budget', {
    fact: 'spentUsd',
    noun: 'dollars',
    unit: 'usd',
    usedUp: 'of the budget is spent',
    used: ({ spend }) => spend.usd,
  }),
  budgetTokens: limitRule('budgetTokens', 'tokens', {
    fact: 'spentTokens',
    usedUp: 'of the tokens are used',
    used: ({ spend }) => spend.tokens,
  }),
  timeMs: limitRule('timeMs', 'minutes', {
    name: 'time',
    fact: 'elapsedMs',
    unit: 'ms',
    unitSize: 60_000,
    usedUp: 'of the time is up',
    used: elapsedMs,
  }),
};

// @__NO_SIDE_EFFECTS__
function limitRule(
  key: LimitKey,
  flagName: LimitFlag,
  own: Pick<LimitRule, 'fact' | 'usedUp' | 'used'> & Partial<LimitRule>,
): LimitRule {
  const names = {
    key,
    flag: `--${flagName}`,
    flagName,
    name: flagName,
    noun: flagName,
  } as const;
  return { ...names, lifted: 'none', unit: 'count', unitSize: 1, isShared: true, ...own };
}

/** The limits of a frame, in testing order. */
export const limitRules: readonly LimitRule[] = /* @__PURE__ */ Object.values(LIMITS);

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
