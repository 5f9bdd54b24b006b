import { DEFAULT_LIMITS, MAX_LIMITS } from '../model/defaults.ts';
import { type LimitFlag, type LimitKey, type LimitRule, limitRules, LIMITS } from '../model/limits.ts';
import type { Limits, SomeLimits } from '../model/run.ts';
import type { Flag, FlagKind } from './flag.ts';

/** The limits that flags set, in people's units but for time, which is in milliseconds. */
export type LimitValues = Readonly<Partial<Record<LimitFlag, number | null>>>;

/** A limit by the name of its flag, which is also the kind of the flag. */
export function wordedLimit(kind: LimitFlag): LimitRule;
export function wordedLimit(kind: FlagKind): LimitRule | undefined;
export function wordedLimit(kind: FlagKind): LimitRule | undefined {
  return limitRules.find(({ flagName }) => flagName === kind);
}

/** The flags that set the limits of a frame that begins. */
export const limitFlags = limitRules.map((limit) => limitFlag(limit, `Most ${limit.noun}${boundsOf(limit)}`));

/** The flags that add to the limits of a frame. */
export const moreLimitFlags = limitRules.map((limit) =>
  limitFlag(limit, `${limit.noun.slice(0, 1).toUpperCase()}${limit.noun.slice(1)} to add`),
);

function limitFlag(
  { flagName, unit, lifted }: LimitRule,
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
  const { lifted, unitSize } = LIMITS[key];
  return limit === null ? lifted : String(limit / unitSize);
}

/** The limits that flags set. Other limits stay absent. */
export function limitsOf(flags: LimitValues): SomeLimits {
  return Object.fromEntries(
    limitRules.flatMap(({ key, flagName }) => {
      const limit = flags[flagName];
      return limit === undefined ? [] : [[key, limit]];
    }),
  );
}
