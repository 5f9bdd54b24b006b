import { describe, type Fields, isFields, type Parsed, type Problem } from './json.ts';
import { formatInstant, parseInstant } from './instant.ts';

/** Gives the value of a field with its defaults, and adds its problems to a list. */
export type Expectation = (value: unknown, field: string, problems: Problem[]) => unknown;

export const aText: Expectation = (...given) => expected('text', (value) => typeof value === 'string', given);
export const aNumber: Expectation = (...given) =>
  expected('a number', (value) => typeof value === 'number', given);
export const aBoolean: Expectation = (...given) =>
  expected('true or false', (value) => typeof value === 'boolean', given);
export const aCount: Expectation = (...given) => expected('a whole number from 0 on', isCount, given);

/** A whole number up to a limit. */
export function countUpTo(most: number): Expectation {
  return (...given) =>
    expected(`a whole number from 0 to ${most}`, (value) => isCount(value) && Number(value) <= most, given);
}

/** A date, which comes back as `formatInstant` writes it. */
export function aDateLike(example: string): Expectation {
  return (value, field, problems) => {
    const instant = typeof value === 'string' ? parseInstant(value) : undefined;
    return instant === undefined
      ? unexpected(`a date like ${example}`, value, field, problems)
      : formatInstant(instant);
  };
}

/** One of a few values, word for word. */
export function oneOf(values: readonly unknown[]): Expectation {
  const [first] = values;
  const name = values.length === 1 ? describe(first) : `one of ${values.map(describe).join(', ')}`;
  return (...given) => expected(name, (value) => values.includes(value), given);
}

/** A list whose every item is as expected. */
export function listOf(item: Expectation): Expectation {
  return (value, field, problems) =>
    Array.isArray(value)
      ? value.map((one, index) => item(one, `${field}[${index}]`, problems))
      : unexpected('a list', value, field, problems);
}

/** An object with any keys; the key decides about its value. */
export function mapOf(itemOf: (key: string) => Expectation): Expectation {
  return (value, field, problems) =>
    isFields(value)
      ? Object.fromEntries(
          Object.entries(value).map(([key, one]) => [key, itemOf(key)(one, inside(field, key), problems)]),
        )
      : unexpected('an object', value, field, problems);
}

/** An object with these fields; others may be there too, and stay. */
export function having(fields: Readonly<Record<string, Expectation>>): Expectation {
  return (value, field, problems) => {
    if (!isFields(value)) return unexpected('an object', value, field, problems);
    const known = Object.entries(fields).map(
      ([key, read]) => [key, read(own(value, key), inside(field, key), problems)] as const,
    );
    return { ...value, ...Object.fromEntries(known.filter(([, one]) => one !== undefined)) };
  };
}

/** A field that may be missing. */
export function optional(read: Expectation): Expectation {
  return (value, field, problems) => (value === undefined ? undefined : read(value, field, problems));
}

/** A field that may be `null`. */
export function orNull(read: Expectation): Expectation {
  return (value, field, problems) => (value === null ? null : read(value, field, problems));
}

/** A field with a default for `null` and for a missing one, as seed 004 asks. */
export function orElse(read: Expectation, fallback: unknown): Expectation {
  return (value, field, problems) => read(value ?? fallback, field, problems);
}

/**
 * Parses a value without zod: every hook reads views, and zod would cost it more than everything else. The zod
 * schema of the same file is the truth; a property test compares the two.
 */
export function parseAs<T>(read: Expectation, input: unknown): Parsed<T> {
  const problems: Problem[] = [];
  const value = read(input, '', problems);
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: value as T };
}

function expected(
  name: string,
  holds: (value: unknown) => boolean,
  [value, field, problems]: Parameters<Expectation>,
): unknown {
  return holds(value) ? value : unexpected(name, value, field, problems);
}

/** Adds the problem of a value that isn't as expected. */
export function unexpected(name: string, value: unknown, field: string, problems: Problem[]): undefined {
  problems.push({ field, reason: `expected ${name}, got ${describe(value)}` });
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function own(value: Fields, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

function inside(field: string, key: string): string {
  return field === '' ? key : `${field}.${key}`;
}
