import { CliError } from '../../program/cli-error.ts';
import type { Env, Request } from '../../program/context.ts';
import type { Flag } from '../../flags/flag.ts';
import { readValue } from '../../flags/read-value.ts';
import { verbs } from '../verbs.ts';

type RunFlags = Request<'run'>['flags'];

/** The variables that stand in for flags, for CI that sets them once. */
const VARIABLES = [
  ['LOOP_BUDGET', 'budget'],
  ['LOOP_MAX_ITERATIONS', 'iterations'],
  ['LOOP_SHAPE', 'shape'],
] as const;

/** Fills in flags from the environment where they are absent. Throws `CliError` for invalid values. */
export function withEnvironment(flags: RunFlags, env: Env): RunFlags {
  const known: readonly Flag[] = verbs.run.flags;
  const given = VARIABLES.flatMap(([variable, name]) => {
    const text = env[variable];
    const flag = known.find((one) => one.name === name);
    if (text === undefined || text === '' || !flag || flags[name] !== undefined) return [];
    const read = readValue(flag, text);
    if (read.ok) return [[name, read.value] as const];
    throw new CliError({ exit: 'usage', message: `${variable} takes ${read.expected}, not "${text}"` });
  });
  // Each value was read by the flag that it stands in for.
  return { ...(Object.fromEntries(given) as RunFlags), ...flags };
}
