import { type LimitRule, limitRules } from '../decide/limits.ts';
import { DEFAULT_LIMITS, MAX_LIMITS } from '../model/defaults.ts';
import type { LimitFlag, LimitKey } from '../model/limits.ts';
import type { Limits, SomeLimits } from '../model/run.ts';
import type { Flag, FlagKind } from './flag.ts';

/** The limits that flags set, in people's units but for time, which is in milliseconds. */
export type LimitValues = Readonly<Partial<Record<LimitFlag, number | null>>>;

/** A limit of core with the words of the command. */
interface WordedLimit extends LimitRule {
  readonly flagName: LimitFlag;
  /** The things that are counted: `dollars`. */
  readonly noun: string;
  /** Its name in answers: `minutes`. */
  readonly field: string;
  /** The word that lifts it. */
  readonly lifted: 'unlimited' | 'none';
  /** Milliseconds in a minute, for time. */
  readonly unitSize: number;
}

/** Every limit of core with the words of the command. */
export const wordedLimits: readonly WordedLimit[] = limitRules.map((rule) => {
  const flagName = rule.flag.slice(2) as LimitFlag;
  const isMoney = rule.unit === 'usd';
  return {
    ...rule,
    flagName,
    noun: isMoney ? 'dollars' : flagName,
    field: isMoney ? rule.key : flagName,
    lifted: rule.key === 'iterations' ? 'unlimited' : 'none',
    unitSize: rule.unit === 'ms' ? 60_000 : 1,
  };
});

/** A limit by the name of its flag, which is also the kind of the flag. */
export function wordedLimit(kind: LimitFlag): WordedLimit;
export function wordedLimit(kind: FlagKind): WordedLimit | undefined;
export function wordedLimit(kind: FlagKind): WordedLimit | undefined {
  return wordedLimits.find(({ flagName }) => flagName === kind);
}

/** The flags that set the limits of a frame that begins. */
export const limitFlags = wordedLimits.map((limit) =>
  limitFlag(limit, `Most ${limit.noun}${boundsOf(limit)}`),
);

/** The flags that add to the limits of a frame. */
export const moreLimitFlags = wordedLimits.map((limit) =>
  limitFlag(limit, `${limit.noun.slice(0, 1).toUpperCase()}${limit.noun.slice(1)} to add`),
);

function limitFlag(
  { flagName, unit, lifted }: WordedLimit,
  summary: string,
): Flag & { readonly name: LimitFlag; readonly kind: LimitFlag } {
  return { name: flagName, kind: flagName, value: `${unit === 'usd' ? 'USD' : 'N'}|${lifted}`, summary };
}

function boundsOf({ key }: LimitRule): string {
  const most = (MAX_LIMITS as Partial<Limits>)[key] ?? undefined;
  const bounds = [DEFAULT_LIMITS[key] ?? [], most === undefined ? [] : `at most ${most}`].flat();
  return bounds.length === 0 ? '' : ` (${bounds.join(', ')})`;
}

/** A limit as it is typed after its flag. */
export function wordOf(key: LimitKey, limit: number | null): string {
  const { lifted, unitSize } = wordedLimits.find((one) => one.key === key) ?? { lifted: 'none', unitSize: 1 };
  return limit === null ? lifted : String(limit / unitSize);
}

/** The limits that flags set. Other limits stay absent. */
export function limitsOf(flags: LimitValues): SomeLimits {
  return Object.fromEntries(
    wordedLimits.flatMap(({ key, flagName }) => {
      const limit = flags[flagName];
      return limit === undefined ? [] : [[key, limit]];
    }),
  );
}
