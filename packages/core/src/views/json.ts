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

/** Parses JSON text, or takes a parsed value as its text would come back. Bounded in size and depth. */
export function parseJson(input: unknown): Parsed<unknown> {
  try {
    const text = typeof input === 'string' ? input.replace(/^\uFEFF/, '') : JSON.stringify(input);
    if (text.length > MAX_JSON.text) return wrong('', `is larger than ${MAX_JSON.text} characters`);
    const value: unknown = JSON.parse(text);
    if (isDeeper(value, MAX_JSON.depth)) return wrong('', `is nested deeper than ${MAX_JSON.depth} levels`);
    return { ok: true, value };
  } catch {
    if (typeof input !== 'string') return wrong('', 'is not plain data');
    return wrong('', input.trim() === '' ? 'is empty' : 'is not valid JSON');
  }
}

/** Deep values overflow the stack of everything that walks them. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((one) => isDeeper(one, levels - 1));
}

/** The same for a file that has to be an object. */
export function parseFields(input: unknown): Parsed<Fields> {
  const json = parseJson(input);
  if (!json.ok) return json;
  if (!isFields(json.value)) return wrong('', `expected an object, got ${describe(json.value)}`);
  return { ok: true, value: json.value };
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
  const filled = Object.entries(defaults).map(([key, fallback]) => {
    const own = value[key] ?? fallback;
    return [key, isFields(fallback) ? withDefaults(own, fallback) : own];
  });
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
  return String(value);
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The fields that a schema doesn't know. */
export function unknownFields(fields: Fields, known: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => !known.includes(key)));
}
