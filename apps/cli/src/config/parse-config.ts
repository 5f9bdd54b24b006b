import { namedChecks } from '@loopwright/checks';
import { parseJson, sanitizeLine, type Check, limitRules } from '@loopwright/core';
import { type FlagValue, readValue, suggest } from '@loopwright/core/flags';
import type * as z from 'zod/mini';
import { configSchema, type ConfigJson } from './config-schema.ts';
import type { Settings } from './settle.ts';

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
export interface ConfigPlace {
  readonly of: 'project' | 'user';
  /** Its folder, relative to the project. */
  readonly base: string;
}

const MAX_PROBLEMS = 20;

/** Parses the text of a config. Every problem names its key and the valid values; typos get a suggestion. */
export function parseConfig(text: string, place: ConfigPlace): ParsedConfig {
  const json = parseJson(text);
  if (!json.ok) return wrong(json.problems.map(({ field, reason }) => problem(field, reason)));
  if (hasPrototype(text)) return wrong([problem('__proto__', 'is not a key of a config')]);
  const parsed = configSchema.safeParse(json.value);
  if (!parsed.success)
    return wrong(parsed.error.issues.flatMap((issue) => problemsOf(issue, [], json.value)));
  const notIts = place.of === 'project' ? [...liftedLimits(parsed.data), ...usersKeys(parsed.data)] : [];
  if (notIts.length > 0) return wrong(notIts);
  return { ok: true, value: toConfig(parsed.data, place.base) };
}

/** Problems for the keys of notifications: a repository must not choose their command or their moment. */
function usersKeys(json: ConfigJson): readonly string[] {
  return (['notify', 'notifyCommand'] as const)
    .filter((key) => json[key] !== undefined)
    .map((key) => problem(key, 'belongs into your own config.json; a repository can not set it'));
}

function toConfig(json: ConfigJson, base: string): Config {
  const { limits = {}, shape, guard, guardStrict, checks = {} } = json;
  return {
    settings: {
      ...Object.fromEntries(
        Object.entries(limits).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, limitOf(name, value)]],
        ),
      ),
      ...(shape && { shape }),
      ...(guard && { guard }),
      ...(guardStrict && { 'guard-strict': true as const }),
    },
    checks: new Map(
      [...namedChecks(json, base)].map(([name, check]) => [name, { ...check, ...timeoutOf(checks[name]) }]),
    ),
  };
}

/** A limit in the unit of its flag. */
function limitOf(name: string, value: number | string): FlagValue {
  const unitSize = limitRules.find(({ flagName }) => flagName === name)?.unitSize ?? 1;
  return typeof value === 'number' ? value * unitSize : null;
}

function timeoutOf(entry: unknown): Pick<Check, 'timeoutMs'> {
  const timeout =
    typeof entry === 'object' && entry !== null && 'timeout' in entry ? entry.timeout : undefined;
  if (typeof timeout !== 'string') return {};
  const read = readValue({ name: 'timeout', kind: 'duration', summary: '' }, timeout);
  return read.ok && typeof read.value === 'number' ? { timeoutMs: read.value } : {};
}

/** A repository can't lift a limit. Only the user can. */
function liftedLimits({ limits = {} }: ConfigJson): string[] {
  return Object.entries(limits).flatMap(([name, value]) =>
    typeof value === 'string'
      ? [problem(`limits.${name}`, `"${value}" counts only in your own config, or as --${name} ${value}`)]
      : [],
  );
}

type Issue = z.core.$ZodIssue;

function problemsOf(issue: Issue, above: readonly PropertyKey[], input: unknown): string[] {
  const path = [...above, ...issue.path];
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => unknownKey(path, key));
    case 'invalid_key':
      return [
        problem(
          keyText(path.slice(0, -1)),
          `"${sanitizeLine(String(path.at(-1)), 80)}" can't be the name of a check: letters, digits, spaces and . _ : / @ + -, at most 80`,
        ),
      ];
    case 'invalid_union': {
      // The branch that is wrong inside is the one that was meant.
      const meant = issue.errors.find((errors) =>
        errors.every((one) => one.path.length > 0 || one.code === 'unrecognized_keys'),
      );
      if (meant && meant.length > 0) return meant.flatMap((one) => problemsOf(one, path, input));
      return [expected(path, branchMessage(issue.errors, valueAt(input, path)) ?? issue.message, input)];
    }
    default:
      return [expected(path, issue.message, input)];
  }
}

/** The message of the branch that takes this type of value. */
function branchMessage(errors: readonly (readonly Issue[])[], value: unknown): string | undefined {
  if (typeof value !== 'string' && !Array.isArray(value)) return undefined;
  const isWrongType = ({ code }: Issue): boolean => code === 'invalid_type' || code === 'invalid_union';
  return leaves(errors).find((one) => one.path.length === 0 && !isWrongType(one))?.message;
}

function leaves(errors: readonly (readonly Issue[])[]): Issue[] {
  return errors.flat().flatMap((one) => (one.code === 'invalid_union' ? leaves(one.errors) : [one]));
}

/** The keys that exist at a place of the file. */
function knownKeys(path: readonly PropertyKey[]): readonly string[] {
  if (path.length === 0) return Object.keys(configSchema.shape);
  if (path.length === 1 && path[0] === 'limits') return limitRules.map(({ flagName }) => flagName);
  return path[0] === 'checks' && path.length === 2 ? ['command', 'timeout', 'folder', 'paths'] : [];
}

function unknownKey(path: readonly PropertyKey[], key: string): string {
  const known = knownKeys(path);
  const meant = suggest(key, known);
  return problem(
    keyText([...path, key]),
    meant === undefined
      ? `there is no such key; there are ${known.join(', ')}`
      : `there is no such key; did you mean "${meant}"?`,
  );
}

function expected(path: readonly PropertyKey[], message: string, input: unknown): string {
  const value = valueAt(input, path);
  const isMissing = value === undefined;
  return problem(
    keyText(path),
    isMissing ? `is missing: ${message}` : `takes ${message}, not ${shown(value)}`,
  );
}

function shown(value: unknown): string {
  return sanitizeLine(JSON.stringify(value), 60);
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Readonly<Record<PropertyKey, unknown>>)[key]
        : undefined,
    input,
  );
}

function keyText(path: readonly PropertyKey[]): string {
  return path.map((key) => sanitizeLine(String(key), 80)).join('.');
}

function problem(key: string, reason: string): string {
  return key === '' ? `it ${reason}` : `${key}: ${reason}`;
}

function wrong(problems: readonly string[]): ParsedConfig {
  const more = problems.length - MAX_PROBLEMS;
  return {
    ok: false,
    problems: more > 0 ? [...problems.slice(0, MAX_PROBLEMS), `… and ${more} more`] : problems,
  };
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
