import { limitFlags, readValue, shapeFlag } from '@loopwright/core/flags';
import { CliError } from '../program/cli-error.ts';
import type { Env } from '../program/context.ts';
import type { Configs } from './read-configs.ts';
import { SETTING_KEYS, type Settings, settledValues, type Source } from './settle.ts';

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
    if (!read.ok)
      throw new CliError({ exit: 'usage', message: `${variable} takes ${read.expected}, not "${text}"` });
    return [{ kind: 'environment', from: variable, values: { [name]: read.value } }];
  });
}

/** Fills in the flags that are absent: from the environment, then from the configs. */
export function withConfigs<F extends Settings>(flags: F, { sources }: Configs, env: Env): F {
  const values = Object.fromEntries(SETTING_KEYS.map((key) => [key, flags[key]])) as Settings;
  const typed: Source = { kind: 'flag', values };
  return { ...flags, ...settledValues([typed, ...environmentSources(env), ...sources]) };
}
