import { describe, type Fields, isFields, type Parsed, type Problem } from './json.ts';

/** Gives the problems of a value in a field. */
export type Expectation = (value: unknown, field: string) => readonly Problem[];

export const aText: Expectation = expectation('text', (value) => typeof value === 'string');
export const aNumber: Expectation = expectation('a number', (value) => typeof value === 'number');
export const aBoolean: Expectation = expectation('true or false', (value) => typeof value === 'boolean');
export const aNumberOrNull: Expectation = expectation(
  'a number or null',
  (value) => value === null || typeof value === 'number',
);

/** One of a few values, word for word. */
export function oneOf(values: readonly unknown[]): Expectation {
  const [first] = values;
  const name = values.length === 1 ? describe(first) : `one of ${values.map(describe).join(', ')}`;
  return expectation(name, (value) => values.includes(value));
}

/** A list whose every item is as expected. */
export function listOf(item: Expectation): Expectation {
  return (value, field) =>
    Array.isArray(value)
      ? value.flatMap((one, index) => item(one, `${field}[${index}]`))
      : unexpected('a list', value, field);
}

/** An object with any keys, whose values are all as expected. */
export function mapOf(item: Expectation): Expectation {
  return (value, field) =>
    isFields(value)
      ? Object.entries(value).flatMap(([key, one]) => item(one, inside(field, key)))
      : unexpected('an object', value, field);
}

/** An object with these fields; others may be there too. */
export function having(expected: Readonly<Record<string, Expectation>>): Expectation {
  return (value, field) =>
    isFields(value)
      ? Object.entries(expected).flatMap(([key, look]) => look(own(value, key), inside(field, key)))
      : unexpected('an object', value, field);
}

/** A field that may be missing. */
export function optional(look: Expectation): Expectation {
  return (value, field) => (value === undefined ? [] : look(value, field));
}

/**
 * Checks a value without zod: every hook reads views, and zod would cost it more than everything else. The zod
 * schema of the same file is the truth; a property test compares the two.
 */
export function check<T>(expected: Expectation, value: unknown): Parsed<T> {
  const problems = expected(value, '');
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: value as T };
}

function expectation(name: string, holds: (value: unknown) => boolean): Expectation {
  return (value, field) => (holds(value) ? [] : unexpected(name, value, field));
}

function unexpected(name: string, value: unknown, field: string): readonly Problem[] {
  return [{ field, reason: `expected ${name}, got ${describe(value)}` }];
}

function own(value: Fields, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

function inside(field: string, key: string): string {
  return field === '' ? key : `${field}.${key}`;
}
