import * as z from 'zod/mini';
import { lacking, places, replaced, valueAt } from './places.ts';

/** One kind of record as it travels, with every field that it can have. */
export interface Whole {
  readonly whole: unknown;
  /** The fields that may be missing, the items of a list taken together. */
  readonly mayLack?: readonly string[];
  /** The places that may hold `null`. */
  readonly mayBeNull?: readonly string[];
  /** The places that also take a value of another kind. */
  readonly mayDiffer?: readonly string[];
  /** The places that hold one of a few words, with all of them. */
  readonly words?: Readonly<Record<string, readonly string[]>>;
}

/** The answers of a schema to a record and to all its broken variants. */
export interface Findings {
  readonly parsed: unknown;
  readonly mayLack: readonly string[];
  readonly mayBeNull: readonly string[];
  /** The places that take a value of another kind. */
  readonly takesAnything: readonly string[];
  /** The words that are refused although they are among those expected. */
  readonly refusedWords: readonly string[];
  /** The places that accept an unexpected word. */
  readonly takesAnyWord: readonly string[];
}

/** The findings for a schema that matches its record exactly. */
export function expected({ whole, mayLack = [], mayBeNull = [], mayDiffer = [] }: Whole): Findings {
  return {
    parsed: whole,
    mayLack: mayLack.toSorted(),
    mayBeNull: mayBeNull.toSorted(),
    takesAnything: mayDiffer,
    refusedWords: [],
    takesAnyWord: [],
  };
}

/**
 * Puts a record to a schema: whole, with each field missing, with each place `null`, of another kind, another
 * word.
 */
export function findings(schema: z.ZodMiniType, { whole, words = {} }: Whole): Findings {
  const isTaken = (value: unknown): boolean => z.safeParse(schema, value).success;
  const all = places(whole);
  const where = (found: (path: readonly string[]) => boolean): string[] =>
    namesOf(all.filter((path) => found(path)));
  const parsed = z.safeParse(schema, whole);
  const spoken = Object.entries(words).flatMap(([name, ones]) =>
    all.filter((path) => nameOf(path) === name).map((path) => ({ name, path, ones })),
  );
  return {
    parsed: parsed.success ? parsed.data : parsed.error.issues,
    mayLack: where((path) => !isItem(path) && isTaken(lacking(whole, path))),
    mayBeNull: where((path) => isTaken(replaced(whole, path, null))),
    takesAnything: where((path) => isTaken(replaced(whole, path, ofAnotherKind(valueAt(whole, path))))),
    refusedWords: spoken.flatMap(({ path, ones }) =>
      ones.filter((word) => !isTaken(replaced(whole, path, word))),
    ),
    takesAnyWord: spoken
      .filter(({ path }) => ['', 'another'].some((word) => isTaken(replaced(whole, path, word))))
      .map(({ name }) => name),
  };
}

function ofAnotherKind(value: unknown): unknown {
  return typeof value === 'object' && !Array.isArray(value) && value !== null ? 5 : { another: 'kind' };
}

function isItem(path: readonly string[]): boolean {
  return /^\d+$/.test(path.at(-1) ?? '');
}

function nameOf(path: readonly string[]): string {
  return path.filter((key) => !/^\d+$/.test(key)).join('.');
}

/** A place in a list counts where it is found in any of the items; the item itself goes by the name of its list. */
function namesOf(paths: readonly (readonly string[])[]): string[] {
  return [...new Set(paths.map(nameOf))].toSorted();
}
