import type { Frame, Limits } from './run.ts';

/** The limits of a frame, in the order that stops and texts use. */
export const LIMIT_KEYS = ['iterations', 'budgetUsd', 'budgetTokens', 'timeMs'] as const;
export type LimitKey = (typeof LIMIT_KEYS)[number];

/** The limits that warn the user before they are used up. */
export const WARNED_LIMITS = ['budgetUsd', 'budgetTokens', 'timeMs'] as const;
export type WarnedLimit = (typeof WARNED_LIMITS)[number];

/** The limits that a resume grants once more when they are used up. The others grow only by an explicit amount. */
export const RENEWED_LIMITS = ['iterations', 'timeMs'] as const satisfies readonly LimitKey[];

/** A limit, except its default and its maximum. */
export interface LimitRule {
  readonly key: LimitKey;
  /** Its name in an ending: `paused:budget`. */
  readonly name: string;
  /** The used amount among the facts of a stop. */
  readonly fact: string;
  /** The limit as people call it. */
  readonly label: string;
  /** The flag that sets and raises it. */
  readonly flag: `--${LimitFlag}`;
  readonly flagName: LimitFlag;
  /** The things that are counted: `dollars`. */
  readonly noun: string;
  /** Its name in answers: `minutes`. */
  readonly field: string;
  /** The word that lifts it. */
  readonly lifted: 'unlimited' | 'none';
  /** Amounts of `count` are whole numbers. */
  readonly unit: 'count' | 'usd' | 'ms';
  /** Milliseconds in a minute, for time. */
  readonly unitSize: number;
  /** The end of `80 % of the budget is spent`. */
  readonly usedUp: string;
  /** A resume grants it once more when it is used up. */
  readonly isRenewed: boolean;
  /** True for a limit that an inner loop shares with its outer loops. */
  readonly isShared: boolean;
  readonly used: (frame: Frame, at: number) => number;
}

/** The name of a flag that sets a limit. */
export type LimitFlag = 'iterations' | 'budget' | 'tokens' | 'minutes';

/** How most limits are. */
const USUAL = { lifted: 'none', unitSize: 1, isRenewed: false, isShared: true } as const;

/** Every limit. */
export const LIMITS: Readonly<Record<LimitKey, LimitRule>> = {
  iterations: limitRule('iterations', 'iterations', {
    name: 'iterations',
    fact: 'iteration',
    label: 'Iterations',
    lifted: 'unlimited',
    unit: 'count',
    usedUp: 'of the iterations are used',
    isRenewed: true,
    isShared: false,
    used: usedIterations,
  }),
  budgetUsd: limitRule('budgetUsd', 'budget', {
    name: 'budget',
    fact: 'spentUsd',
    label: 'Budget',
    noun: 'dollars',
    field: 'budgetUsd',
    unit: 'usd',
    usedUp: 'of the budget is spent',
    used: ({ spend }) => spend.usd,
  }),
  budgetTokens: limitRule('budgetTokens', 'tokens', {
    name: 'tokens',
    fact: 'spentTokens',
    label: 'Tokens',
    unit: 'count',
    usedUp: 'of the tokens are used',
    used: ({ spend }) => spend.tokens,
  }),
  timeMs: limitRule('timeMs', 'minutes', {
    name: 'time',
    fact: 'elapsedMs',
    label: 'Time',
    unit: 'ms',
    unitSize: 60_000,
    usedUp: 'of the time is up',
    isRenewed: true,
    used: elapsedMs,
  }),
};

// @__NO_SIDE_EFFECTS__
function limitRule(
  key: LimitKey,
  flagName: LimitFlag,
  own: Pick<LimitRule, 'name' | 'fact' | 'label' | 'unit' | 'usedUp' | 'used'> & Partial<LimitRule>,
): LimitRule {
  return { ...USUAL, key, flag: `--${flagName}`, flagName, noun: flagName, field: flagName, ...own };
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
