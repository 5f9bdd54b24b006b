import { type Shape, limitRules } from '@loopwright/core';
import { type LimitValues } from '@loopwright/core/flags';

/** The settings that a config has beside its checks, by the names of their flags. */
export interface Settings extends LimitValues {
  readonly shape?: Shape;
  readonly guard?: readonly string[];
  readonly 'guard-strict'?: true;
}

/** The names of all settings. */
export const SETTING_KEYS: readonly (keyof Settings)[] = [
  ...limitRules.map(({ flagName }) => flagName),
  'shape',
  'guard',
  'guard-strict',
];

/** The sources of a value, in the order of precedence. */
export const SOURCE_KINDS = ['flag', 'environment', 'project', 'user', 'built in'] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** Values with the place where they come from. */
export interface Source {
  readonly kind: SourceKind;
  /** A file or a variable. */
  readonly from?: string;
  readonly values: Settings;
}

/** A value that counts. */
export interface Settled {
  readonly key: keyof Settings;
  readonly value: Settings[keyof Settings];
  /** Where it comes from: one source; for `guard`, which adds up, all of them. */
  readonly sources: readonly Source[];
}

/**
 * Answers which value counts: that of a flag, the environment, the project, the user, or the built-in one. Guarded
 * files of all of them count together, so that none can take the guard away.
 */
export function settle(sources: readonly Source[]): readonly Settled[] {
  const inOrder = SOURCE_KINDS.flatMap((kind) => sources.filter((source) => source.kind === kind));
  return SETTING_KEYS.flatMap((key): Settled[] => {
    const having = inOrder.filter(({ values }) => values[key] !== undefined);
    const [first] = having;
    if (!first) return [];
    return key === 'guard'
      ? [{ key, value: [...new Set(having.flatMap(({ values }) => values.guard ?? []))], sources: having }]
      : [{ key, value: first.values[key], sources: [first] }];
  });
}

/** The values that count, by the names of their flags. */
export function settledValues(sources: readonly Source[]): Settings {
  return Object.fromEntries(settle(sources).map(({ key, value }) => [key, value]));
}
