import * as z from 'zod/mini';
import { MAX_JSON } from '../model/defaults.ts';

/** A problem of a field in a foreign file. The empty field is the file itself. */
export interface Problem {
  readonly field: string;
  readonly reason: string;
}

/** The answer of every parser: the value or its problems. */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** A plain JSON object; test its keys with `Object.hasOwn`. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * Turns JSON text or a parsed value into plain data that is safe to walk:
 * bounded in size and depth, no cycles, finite numbers. Drops each field `__proto__`, but a criterion may have that name.
 */
export function parseJson(input: unknown): Parsed<unknown> {
  if (typeof input !== 'string') return copyForeign(input);
  if (input.length > MAX_JSON.text) return wrong('', `is larger than ${MAX_JSON.text} characters`);
  if (isTooDeep(input)) return wrong('', `is nested deeper than ${MAX_JSON.depth} levels`);
  try {
    return copyPlain(JSON.parse(input.startsWith('\uFEFF') ? input.slice(1) : input));
  } catch {
    return wrong('', input.trim() === '' ? 'is empty' : 'is not valid JSON');
  }
}

/** The same for a file that has to be an object. */
export function parseFields(input: unknown): Parsed<Fields> {
  const json = parseJson(input);
  if (!json.ok) return json;
  if (!isFields(json.value)) return wrong('', `expected an object, got ${describe(json.value)}`);
  return { ok: true, value: json.value };
}

/** Objects other than data, such as proxies, may throw anything when read. */
function copyForeign(input: unknown): Parsed<unknown> {
  try {
    return copyPlain(input);
  } catch {
    return wrong('', 'is not plain data');
  }
}

/** Fits a file to its schema and names every problem. The value stays as it is. */
export function parseAs<T>(schema: z.ZodMiniType<T>, value: unknown): Parsed<T> {
  const { error } = z.safeParse(schema, value, { reportInput: true });
  if (!error) return { ok: true, value: value as T };
  const problems = error.issues.map(({ path, message, input }) => ({
    field: path.reduce<string>((field, key) => inside(field, key), ''),
    reason: `${message}, got ${describe(input)}`,
  }));
  return { ok: false, problems };
}

function inside(field: string, key: PropertyKey): string {
  if (typeof key === 'number') return `${field}[${key}]`;
  return field === '' ? String(key) : `${field}.${String(key)}`;
}

/** Gives missing fields and those that are `null` their defaults, as seed 004 asks. What is no object stays. */
export function withDefaults(value: unknown, defaults: Fields): unknown {
  if (!isFields(value)) return value;
  const filled = Object.entries(defaults).map(([key, fallback]) => [key, value[key] ?? fallback]);
  return { ...value, ...Object.fromEntries(filled) };
}

/** A single problem as an answer. */
export function wrong(
  field: string,
  reason: string,
): { readonly ok: false; readonly problems: readonly Problem[] } {
  return { ok: false, problems: [{ field, reason }] };
}

/** Describes a value, short enough for an error line. */
export function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'string')
    return value.length > 40 ? `text of ${value.length} characters` : JSON.stringify(value);
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value}`;
  return String(value);
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The fields that a schema doesn't know. */
export function unknownFields(fields: Fields, known: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => !known.includes(key)));
}

/** Copies JSON data key by key and stops at the first problem. */
function copyPlain(input: unknown): Parsed<unknown> {
  let nodes = 0;
  let problem: Problem | undefined;
  const stopAt = (field: string, reason: string): null => {
    problem ??= { field, reason };
    return null;
  };
  const copy = (value: unknown, field: string, depth: number): unknown => {
    // Parsed values may share parts, so a full walk could last for ever.
    if ((nodes += 1) > MAX_JSON.values) return stopAt('', `has more than ${MAX_JSON.values} values`);
    if (typeof value === 'number' && !Number.isFinite(value)) {
      return stopAt(field, `expected a finite number, got ${describe(value)}`);
    }
    if (typeof value === 'number') return value === 0 ? 0 : value;
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
    if (typeof value !== 'object') return stopAt(field, `expected JSON, got ${describe(value)}`);
    if (depth >= MAX_JSON.depth) return stopAt(field, `is nested deeper than ${MAX_JSON.depth} levels`);
    if (Array.isArray(value)) {
      const items: unknown[] = [];
      for (const item of value as readonly unknown[]) {
        if (problem !== undefined) break;
        items.push(copy(item ?? null, inside(field, items.length), depth + 1));
      }
      return items;
    }
    const entries: [string, unknown][] = [];
    for (const key of Object.keys(value)) {
      if (problem !== undefined) break;
      const item = (value as Fields)[key];
      const name = inside(field, key);
      if (key.length > MAX_JSON.key) stopAt(field, `has a key of ${key.length} characters`);
      else if (item !== undefined && (key !== '__proto__' || field === 'criteriaStatus'))
        entries.push([key, copy(item, name, depth + 1)]);
    }
    // Makes own keys of all names, unlike an assignment to `__proto__`.
    return Object.fromEntries(entries);
  };
  const value = copy(input, '', 0);
  return problem === undefined ? { ok: true, value } : { ok: false, problems: [problem] };
}

/** Counts brackets outside strings, to protect recursive parsers from deep input. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index += 1) {
    const char = text.charCodeAt(index);
    if (isInString) {
      if (char === 0x5c) index += 1;
      else if (char === 0x22) isInString = false;
    } else if (char === 0x22) isInString = true;
    else if (char === 0x5b || char === 0x7b) {
      depth += 1;
      if (depth > MAX_JSON.depth) return true;
    } else if (char === 0x5d || char === 0x7d) depth -= 1;
  }
  return false;
}
