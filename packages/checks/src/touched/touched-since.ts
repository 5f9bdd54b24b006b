import type { TreeList } from '../tree/tree-identity.ts';
import { type ChangedPath, changesSince, type StoredList } from './start-list.ts';

/** The start of a run, and the patterns of files that should have stayed as they were. */
export interface Since extends StoredList {
  readonly guard: readonly string[];
}

/** The differences between the files of a project and those at the start of a run. */
export interface Touched {
  changed: number;
  deleted: number;
  added: number;
  /** The first of the files: changed and deleted ones before new ones. */
  files: Pick<ChangedPath, 'path' | 'change'>[];
  /** Version 0.1.0 can't read a record without them. */
  proofFiles: never[];
  /** The guarded files, the first of them. */
  guarded: string[];
  guardedCount: number;
  /** Why the files could not be compared. */
  unknown?: string;
}

/** The most files that are named. */
const MAX_FILES = 200;
const MAX_PATH = 300;

/** Names the changes in a project since the start of a run; `read` lists the project as it is now. Never throws. */
export function touchedSince({ guard, ...stored }: Since, read: () => TreeList): Touched {
  const { changes, unknown } = changesSince(stored, read);
  const guarded = changes.filter(
    ({ path, change }) => change !== 'new' && guard.some((pattern) => matchesPattern(path, pattern)),
  );
  const countOf = (kind: ChangedPath['change']): number =>
    changes.filter(({ change }) => change === kind).length;
  return {
    changed: countOf('changed'),
    deleted: countOf('deleted'),
    added: countOf('new'),
    files: changes.slice(0, MAX_FILES).map(({ path, change }) => ({ path: path.slice(0, MAX_PATH), change })),
    proofFiles: [],
    guarded: guarded.slice(0, MAX_FILES).map(({ path }) => path.slice(0, MAX_PATH)),
    guardedCount: guarded.length,
    ...(unknown !== undefined && { unknown: unknown.slice(0, MAX_PATH) }),
  };
}

/**
 * True for a path that a pattern selects: `*` and `?` within a name, `**` over folders, `{a,b}` for either. A pattern
 * that names a folder selects everything in it.
 *
 * @example matchesPattern('test/unit/a.test.js', 'test/**') // true
 */
export function matchesPattern(path: string, pattern: string): boolean {
  const clean = pattern.replace(/^(\.\/)+/, '').replace(/\/+$/, '');
  return new RegExp(`^${toSource(clean)}(/.*)?$`, 's').test(path);
}

function toSource(pattern: string): string {
  return pattern.replaceAll(
    /\*\*\/|\*\*|\*|\?|\{([^{}]*)\}|[.+^$()|[\]\\{}]/g,
    (token, either: string | undefined) => {
      if (either !== undefined) return `(?:${either.split(',').map(toSource).join('|')})`;
      return GLOBS[token] ?? `\\${token}`;
    },
  );
}

const GLOBS: Readonly<Record<string, string>> = { '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' };
