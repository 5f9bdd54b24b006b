import { namedChecks } from '@loopwright/checks';
import { given, parseJson, sanitizeLine, type Check, limitRules } from '@loopwright/core';
import { suggest } from '@loopwright/core/flags';
import type * as z from 'zod/mini';
import { CliError } from '../program/cli-error.ts';
import { configSchema } from './config-schema.ts';
import type { Source } from './settings.ts';

/** A parsed config: its settings, and its checks by name. */
export interface Config extends Source {
  readonly from: string;
  readonly checks: ReadonlyMap<string, Check>;
}

/** Where a config stands; `base` is its folder, relative to the project. */
export type ConfigOrigin = Pick<Config, 'kind' | 'from'> & { readonly base: string };

type ConfigJson = z.infer<typeof configSchema>;

const MAX_PROBLEMS = 20;

/** Parses the text of a config. Throws `CliError`: every problem names its key and the valid values, and what was meant. */
export function parseConfig(text: string, { base, ...origin }: ConfigOrigin): Config {
  const json = parseJson(text);
  if (!json.ok)
    throw broken(
      origin,
      json.problems.map(({ field, reason }) => problem([field], reason)),
    );
  if (hasPrototype(text)) throw broken(origin, [problem(['__proto__'], 'is not a key of a config')]);
  const { success, data, error } = configSchema.safeParse(json.value, { reportInput: true });
  if (!success)
    throw broken(
      origin,
      error.issues.flatMap((issue) => problemsOf(issue)),
    );
  const problems = origin.kind === 'project' ? usersAlone(data) : [];
  if (problems.length > 0) throw broken(origin, problems);
  return { ...origin, ...toConfig(data, base) };
}

/** The error for a config that can't be used. */
export function broken({ from }: Pick<Config, 'from'>, problems: readonly string[]): CliError {
  const more = problems.length - MAX_PROBLEMS;
  return new CliError({
    message: `${from} can't be used:`,
    details: more > 0 ? [...problems.slice(0, MAX_PROBLEMS), `… and ${more} more`] : problems,
    next: { words: ['help', 'config'] },
  });
}

/** Problems of a repository that lifts a limit, or chooses how the user is notified: both are for the user alone. */
function usersAlone({ limits = {}, ...json }: ConfigJson): readonly string[] {
  const lifted = limitRules.filter(({ flagName }) => limits[flagName] === null);
  const foreign = (['notify', 'notifyCommand'] as const).filter((key) => json[key] !== undefined);
  return [
    ...lifted.map(({ flagName: name, lifted: word }) =>
      problem(['limits', name], `"${word}" counts only in your own config, or as --${name} ${word}`),
    ),
    ...(json.agent?.startsWith('acp:')
      ? [problem(['agent'], 'names a command, which counts only in your own config, or as --agent')]
      : []),
    ...foreign.map((key) => problem([key], 'belongs into your own config.json; a repository can not set it')),
  ];
}

function toConfig(json: ConfigJson, base: string): Pick<Config, 'values' | 'checks'> {
  const { agent, limits, shape, guard, guardStrict, provesChange, checks = {} } = json;
  const withTimeout = (name: string, check: Check): Check => {
    const entry = checks[name];
    const { timeout } = typeof entry === 'object' && 'timeout' in entry ? entry : {};
    return timeout === undefined ? check : { ...check, timeoutMs: timeout };
  };
  return {
    values: {
      ...limits,
      ...given({ shape, agent, guard }),
      ...(guardStrict && { 'guard-strict': true }),
      ...(provesChange && { 'proves-change': true }),
    },
    checks: new Map([...namedChecks(json, base)].map(([name, check]) => [name, withTimeout(name, check)])),
  };
}

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

function problemsOf(issue: Issue, above: Path = []): string[] {
  const path = [...above, ...issue.path];
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownKey(path, key));
  if (issue.code === 'invalid_key') {
    const name = sanitizeLine(String(path.at(-1)), 80);
    const form = 'letters, digits, spaces and . _ : / @ + -, at most 80';
    return [problem(path.slice(0, -1), `"${name}" can't be the name of a check: ${form}`)];
  }
  const branches = issue.code === 'invalid_union' ? issue.errors : [];
  // The branch that is wrong inside is the one that was meant.
  const meant = branches.find(
    (errors) =>
      errors.length > 0 && errors.every((one) => one.path.length > 0 || one.code === 'unrecognized_keys'),
  );
  if (meant) return meant.flatMap((one) => problemsOf(one, path));
  const value = issue.input;
  const message = branchMessage(branches, value) ?? issue.message;
  const shown = sanitizeLine(JSON.stringify(value) ?? '', 60);
  return [problem(path, value === undefined ? `is missing: ${message}` : `takes ${message}, not ${shown}`)];
}

/** The message of the branch that takes this type of value. */
function branchMessage(branches: readonly (readonly Issue[])[], value: unknown): string | undefined {
  if (typeof value !== 'string' && !Array.isArray(value)) return undefined;
  return leaves(branches).find(({ path, code }) => path.length === 0 && code !== 'invalid_type')?.message;
}

function leaves(branches: readonly (readonly Issue[])[]): Issue[] {
  return branches.flat().flatMap((one) => (one.code === 'invalid_union' ? leaves(one.errors) : [one]));
}

function unknownKey(path: Path, key: string): string {
  const known = knownKeys(path);
  const meant = suggest(key, known);
  const hint = meant === undefined ? `there are ${known.join(', ')}` : `did you mean "${meant}"?`;
  return problem([...path, key], `there is no such key; ${hint}`);
}

/** The keys that exist at a place of the file. */
function knownKeys(path: Path): readonly string[] {
  if (path.length === 0) return Object.keys(configSchema.shape);
  if (path.length === 1 && path[0] === 'limits') return limitRules.map(({ flagName }) => flagName);
  return path[0] === 'checks' && path.length === 2 ? ['command', 'timeout', 'folder', 'paths'] : [];
}

function problem(path: Path, reason: string): string {
  const key = path.map((part) => sanitizeLine(String(part), 80)).join('.');
  return key === '' ? `it ${reason}` : `${key}: ${reason}`;
}

/** True for a text with a key `__proto__`, however deep it stands. */
function hasPrototype(text: string): boolean {
  let isThere = false;
  JSON.parse(text.replace(/^\uFEFF/, ''), (key, value: unknown) => {
    if (key === '__proto__') isThere = true;
    return value;
  });
  return isThere;
}
