import { posix } from 'node:path';

/**
 * A check as a config names it: a command, or a statement for a judge. Who judges is a part of it, so that the user
 * agrees to that, too.
 */
export type ConfigCheck = { readonly folder?: string; readonly paths?: string[] } & (
  | { readonly command: string | string[] }
  | { readonly judge: string; readonly model?: string; readonly rounds?: number }
);

/** The file that names the checks of a project. */
export const CONFIG_NAME = 'loop.config.json';

/**
 * Reads the checks of a parsed `loop.config.json` by name, without their timeouts. An entry that can't be a check is
 * left out; `loop config` names its problem. `base` is the folder of the file, relative to the project.
 *
 * @example
 * namedChecks({ checks: { tests: 'npm test' } }).get('tests'); // { command: 'npm test' }
 */
export function namedChecks(config: unknown, base = ''): ReadonlyMap<string, ConfigCheck> {
  return new Map(
    Object.entries(fieldsOf(fieldsOf(config)['checks'])).flatMap(([name, entry]) => {
      const check = toCheck(fieldsOf(isCommand(entry) ? { command: entry } : entry), base);
      return check ? [[name, check] as const] : [];
    }),
  );
}

function toCheck(entry: Fields, base: string): ConfigCheck | undefined {
  const { command, judge, model, rounds, folder: own, paths } = entry;
  const folder = posix.join(base, typeof own === 'string' ? own : '').replace(/\/$/, '');
  const scope = {
    ...(folder !== '.' && { folder }),
    ...(isTexts(paths) && paths.length > 0 && { paths }),
  };
  // An entry with both is neither.
  if (isCommand(command) && judge === undefined) return { command, ...scope };
  if (typeof judge !== 'string' || judge.trim() === '' || command !== undefined) return undefined;
  return {
    judge,
    ...(typeof model === 'string' && { model }),
    ...(typeof rounds === 'number' && { rounds }),
    ...scope,
  };
}

/** A line for the shell, or a program and its arguments. */
export function isCommand(value: unknown): value is string | string[] {
  return typeof value === 'string' ? value.trim() !== '' : isTexts(value) && (value[0] ?? '') !== '';
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

/** The fields of a parsed object. */
export type Fields = Readonly<Record<string, unknown>>;

/** The fields of a parsed object; none of anything else. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}
