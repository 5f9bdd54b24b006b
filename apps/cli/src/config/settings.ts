import { DEFAULT_LIMITS, type LimitFlag, limitRules } from '@loopwright/core';
import { limitFlags, readValue, shapeFlag } from '@loopwright/core/flags';
import { sha256 } from '@loopwright/store';
import { usageError } from '../program/cli-error.ts';
import type { Env } from '../program/context.ts';
import type { StartFlags } from '../plan/start-plan.ts';
import type { Configs } from './read-configs.ts';

/** The settings that a config has beside its checks, by the names of their flags. */
export type Settings = Pick<StartFlags, LimitFlag | 'shape' | 'guard' | 'guard-strict' | 'proves-change'> & {
  readonly agent?: string;
};

const LIMIT_NAMES = limitRules.map(({ flagName }) => flagName);
const SETTING_KEYS = [...LIMIT_NAMES, 'shape', 'guard', 'guard-strict', 'proves-change', 'agent'] as const;

/** The sources of a value, in the order of precedence. */
const SOURCE_KINDS = ['flag', 'environment', 'project', 'user', 'built in'] as const;

/** Values with the place where they come from. */
export interface Source {
  readonly kind: (typeof SOURCE_KINDS)[number];
  /** A file or a variable. */
  readonly from?: string;
  readonly values: Settings;
}

/** A setting with the value that counts. */
export interface Setting {
  readonly key: keyof Settings;
  readonly value: Settings[keyof Settings];
  /** Where it comes from: one source; for `guard`, which adds up, all of them. */
  readonly sources: readonly Source[];
}

/**
 * Answers which value counts: that of a flag, the environment, the project, the user, or the built-in one. Guarded
 * files of all of them count together, so that none can take the guard away.
 */
export function chooseSettings(sources: readonly Source[]): readonly Setting[] {
  const inOrder = SOURCE_KINDS.flatMap((kind) => sources.filter((source) => source.kind === kind));
  return SETTING_KEYS.flatMap((key): Setting[] => {
    const having = inOrder.filter(({ values }) => values[key] !== undefined);
    const [first] = having;
    if (!first) return [];
    return key === 'guard'
      ? [{ key, value: [...new Set(having.flatMap(({ values }) => values.guard ?? []))], sources: having }]
      : [{ key, value: first.values[key], sources: [first] }];
  });
}

/** Fills in the flags that are absent: from the environment, then from the configs. */
export function withConfigs<F extends Settings>(
  flags: F,
  { sources }: Pick<Configs, 'sources'>,
  env: Env,
): F {
  const typed: Source = { kind: 'flag', values: flags };
  const chosen = chooseSettings([typed, ...environmentSources(env), ...sources]);
  return { ...flags, ...Object.fromEntries(chosen.map(({ key, value }) => [key, value])) };
}

/** The variables that stand in for flags, for CI that sets them once. */
const VARIABLES = [
  ['LOOP_BUDGET', 'budget'],
  ['LOOP_MAX_ITERATIONS', 'iterations'],
  ['LOOP_SHAPE', 'shape'],
] as const;

/** The values that variables set, one source for each. Throws `CliError` for invalid values. */
export function environmentSources(env: Env): readonly Source[] {
  const known = [...limitFlags, shapeFlag];
  return VARIABLES.flatMap(([variable, name]): Source[] => {
    const text = env[variable];
    const flag = known.find((one) => one.name === name);
    if (text === undefined || text === '' || !flag) return [];
    const read = readValue(flag, text);
    if (!read.ok) throw usageError(`${variable} takes ${read.expected}, not "${text}"`);
    return [{ kind: 'environment', from: variable, values: { [name]: read.value } }];
  });
}

const NOT_THE_USERS =
  'loop.config.json is not as it was when the user typed the command: its shape and its higher limits count for nothing here. To use them, the user types them.';

/**
 * The configs as they count when Claude starts a loop. Claude can edit the project's file before that. If the file
 * changed since the user typed the command, no shape and only lower limits of it count. `typedDigest` is the digest
 * that it had then.
 */
export function configsForClaude(configs: Configs, typedDigest: string | undefined): Configs {
  if (typedDigest === sha256(configs.projectText)) return configs;
  const own = configs.sources.find(({ kind }) => kind === 'user')?.values ?? {};
  const sources = configs.sources.map((source) =>
    source.kind === 'project' ? { ...source, values: lowered(source.values, own) } : source,
  );
  const counted = (all: readonly Source[]): number => all.flatMap(({ values }) => Object.keys(values)).length;
  return { ...configs, sources, notices: counted(sources) < counted(configs.sources) ? [NOT_THE_USERS] : [] };
}

/** Drops the shape, and each limit above the user's own limit (above the built-in limit if the user set none). */
function lowered({ shape: _shape, ...values }: Settings, own: Settings): Settings {
  const higher: readonly string[] = limitRules
    .filter(({ key, flagName }) => {
      const limit = values[flagName];
      const most = own[flagName] === undefined ? DEFAULT_LIMITS[key] : own[flagName];
      return limit !== undefined && most !== null && (limit === null || limit > most);
    })
    .map(({ flagName }) => flagName);
  return Object.fromEntries(Object.entries(values).filter(([key]) => !higher.includes(key)));
}
