import { namedChecks } from '@loopwright/checks';
import { parseJson, sanitizeLine, type Check, limitRules } from '@loopwright/core';
import { suggest } from '@loopwright/core/flags';
import type * as z from 'zod/mini';
import { configSchema } from './config-schema.ts';
import type { Settings } from './settings.ts';

/** A parsed config: its settings, and its checks by name. */
export interface Config {
  readonly settings: Settings;
  readonly checks: ReadonlyMap<string, Check>;
}

/** A config, or its problems, one line each. */
export type ParsedConfig =
  | { readonly ok: true; readonly value: Config }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Where a config stands. */
export interface ConfigOrigin {
  readonly of: 'project' | 'user';
  /** Its folder, relative to the project. */
  readonly base: string;
}

type ConfigJson = z.infer<typeof configSchema>;

const MAX_PROBLEMS = 20;

/** Parses the text of a config. Every problem names its key and the valid values; typos get a suggestion. */
export function parseConfig(text: string, { of, base }: ConfigOrigin): ParsedConfig {
  const json = parseJson(text);
  if (!json.ok) return wrong(json.problems.map(({ field, reason }) => problem([field], reason)));
  if (hasPrototype(text)) return wrong([problem(['__proto__'], 'is not a key of a config')]);
  const { success, data, error } = configSchema.safeParse(json.value);
  if (!success) return wrong(error.issues.flatMap((issue) => problemsOf(issue, json.value)));
  const problems = of === 'project' ? usersAlone(data) : [];
  return problems.length > 0 ? wrong(problems) : { ok: true, value: toConfig(data, base) };
}

/** Problems of a repository that lifts a limit, or chooses how the user is notified: both are for the user alone. */
function usersAlone({ limits = {}, ...json }: ConfigJson): readonly string[] {
  return [
    ...limitRules
      .filter(({ flagName }) => limits[flagName] === null)
      .map(({ flagName, lifted }) =>
        problem(
          ['limits', flagName],
          `"${lifted}" counts only in your own config, or as --${flagName} ${lifted}`,
        ),
      ),
    ...(['notify', 'notifyCommand'] as const)
      .filter((key) => json[key] !== undefined)
      .map((key) => problem([key], 'belongs into your own config.json; a repository can not set it')),
  ];
}

function toConfig(json: ConfigJson, base: string): Config {
  const { limits, shape, guard, guardStrict, checks = {} } = json;
  const timeoutOf = (name: string): Pick<Check, 'timeoutMs'> => {
    const entry = checks[name];
    return typeof entry === 'object' && 'timeout' in entry && entry.timeout !== undefined
      ? { timeoutMs: entry.timeout }
      : {};
  };
  return {
    settings: {
      ...limits,
      ...(shape && { shape }),
      ...(guard && { guard }),
      ...(guardStrict && { 'guard-strict': true as const }),
    },
    checks: new Map(
      [...namedChecks(json, base)].map(([name, check]) => [name, { ...check, ...timeoutOf(name) }]),
    ),
  };
}

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

function problemsOf(issue: Issue, input: unknown, above: Path = []): string[] {
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
  if (meant) return meant.flatMap((one) => problemsOf(one, input, path));
  const value = valueAt(input, path);
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

function valueAt(input: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Readonly<Record<PropertyKey, unknown>>)[key]
        : undefined,
    input,
  );
}

function problem(path: Path, reason: string): string {
  const key = path.map((part) => sanitizeLine(String(part), 80)).join('.');
  return key === '' ? `it ${reason}` : `${key}: ${reason}`;
}

function wrong(problems: readonly string[]): ParsedConfig {
  const more = problems.length - MAX_PROBLEMS;
  const shown = more > 0 ? [...problems.slice(0, MAX_PROBLEMS), `… and ${more} more`] : problems;
  return { ok: false, problems: shown };
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
