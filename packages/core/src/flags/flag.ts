import type { LimitFlag } from '../model/limits.ts';

/**
 * How the text after a flag is read. `switch` flags take none, `texts` may be given again and again. A `name` can be left
 * out, so it stands only after an equals sign; left out, it is empty.
 */
export type FlagKind = 'switch' | 'name' | 'text' | 'texts' | 'choice' | 'whole' | 'duration' | LimitFlag;

/** One flag of a verb, as help and the parser see it. */
export interface Flag {
  readonly name: string;
  readonly kind: FlagKind;
  /** The placeholder of the value in help; `switch` flags have none. */
  readonly value?: string;
  /** The values of a `choice`. */
  readonly values?: readonly string[];
  readonly summary: string;
  /** The actions of its verb that it is for; left out: all. */
  readonly actions?: readonly string[];
}

/** The same flag, for some actions of its verb alone, as in `add, retry`. */
// @__NO_SIDE_EFFECTS__
export function flagOf<const One extends Flag>(actions: string, one: One): One {
  return { ...one, actions: actions.split(', '), summary: `${actions}: ${one.summary}` };
}

/** Names that other tools have for a flag, and that people type here too. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  criterion: 'criteria',
  'max-iterations': 'iterations',
};

/** Finds a flag by its name, or by the name that another tool has for it. */
export function flagNamed(known: readonly Flag[], name: string): Flag | undefined {
  const other = Object.hasOwn(OTHER_NAMES, name) ? OTHER_NAMES[name] : undefined;
  return known.find((one) => one.name === name) ?? known.find((one) => one.name === other);
}

/** A flag with a value. */
// @__NO_SIDE_EFFECTS__
export function flag<const Name extends string, const Kind extends FlagKind>(
  name: Name,
  kind: Kind,
  value: string,
  summary: string,
): Flag & { readonly name: Name; readonly kind: Kind } {
  return { name, kind, value, summary };
}

/** A flag that takes one of a few values. */
// @__NO_SIDE_EFFECTS__
export function choiceFlag<const Name extends string, const Value extends string>(
  name: Name,
  value: string,
  values: readonly Value[],
  summary: string,
): Flag & { readonly name: Name; readonly kind: 'choice'; readonly values: readonly Value[] } {
  return { name, kind: 'choice', value, values, summary };
}

/** A flag without a value. */
// @__NO_SIDE_EFFECTS__
export function switchFlag<const Name extends string>(
  name: Name,
  summary: string,
): Flag & { readonly name: Name; readonly kind: 'switch' } {
  return { name, kind: 'switch', summary };
}

/** The value of each kind of flag. For a limit, `null` lifts it. Time is in milliseconds. */
interface FlagValues extends LimitValues {
  readonly switch: true;
  readonly name: string;
  readonly text: string;
  readonly texts: readonly string[];
  readonly whole: number;
  readonly duration: number;
}

type LimitValues = Readonly<Record<LimitFlag, number | null>>;

type ValueOf<F extends Flag> = F extends { readonly kind: 'choice'; readonly values: readonly (infer T)[] }
  ? T
  : F['kind'] extends keyof FlagValues
    ? FlagValues[F['kind']]
    : never;

/** The values of a list of flags, by name; a flag that wasn't given isn't there. */
export type ValuesOf<F extends readonly Flag[]> = {
  readonly [One in F[number] as One['name']]?: ValueOf<One>;
};

/** Any value that a flag can have. */
export type FlagValue = FlagValues[keyof FlagValues];
