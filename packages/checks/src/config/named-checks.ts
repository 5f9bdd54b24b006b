import { posix } from 'node:path';

/** A check as a config names it: a command, or a statement for a judge. */
export type ConfigCheck = ConfigCommand | ConfigJudge;

interface ConfigScope {
  readonly folder?: string;
  readonly paths?: string[];
}

interface ConfigCommand extends ConfigScope {
  readonly command: string | string[];
}

/** Who judges is a part of it, so that the user agrees to that, too. */
interface ConfigJudge extends ConfigScope {
  readonly judge: string;
  readonly model?: string;
  readonly rounds?: number;
}

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
  const checks = fieldOf(config, 'checks');
  if (!isObject(checks)) return new Map();
  return new Map(
    Object.entries(checks).flatMap(([name, entry]) => {
      const check = toCheck(entry, base);
      return check ? [[name, check] as const] : [];
    }),
  );
}

/** An entry is a command, or an object with it or with a statement for a judge. */
function toCheck(entry: unknown, base: string): ConfigCheck | undefined {
  const asked = toJudge(entry) ?? toCommand(entry);
  if (!asked) return undefined;
  const paths = fieldOf(entry, 'paths');
  const own = fieldOf(entry, 'folder');
  const folder = posix.join(base, typeof own === 'string' ? own : '').replace(/\/$/, '');
  return {
    ...asked,
    ...(folder !== '.' && { folder }),
    ...(isTexts(paths) && paths.length > 0 && { paths }),
  };
}

function toCommand(entry: unknown): Pick<ConfigCommand, 'command'> | undefined {
  const command = isObject(entry) ? fieldOf(entry, 'command') : entry;
  return isCommand(command) && fieldOf(entry, 'judge') === undefined ? { command } : undefined;
}

/** What names both a command and a judge is neither. */
function toJudge(entry: unknown): Pick<ConfigJudge, 'judge' | 'model' | 'rounds'> | undefined {
  const [judge, model, rounds] = ['judge', 'model', 'rounds'].map((name) => fieldOf(entry, name));
  if (typeof judge !== 'string' || judge.trim() === '' || fieldOf(entry, 'command') !== undefined)
    return undefined;
  return {
    judge,
    ...(typeof model === 'string' && { model }),
    ...(typeof rounds === 'number' && { rounds }),
  };
}

function isCommand(value: unknown): value is ConfigCommand['command'] {
  return typeof value === 'string' ? value.trim() !== '' : isTexts(value) && (value[0] ?? '') !== '';
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function fieldOf(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
