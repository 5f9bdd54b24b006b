import type { TreeList } from '../tree/tree-identity.ts';
import { matchesPattern } from './matches-pattern.ts';
import { type ChangedPath, changesSince, type StoredList } from './start-list.ts';

/** The start of a run, and the patterns of files that should have stayed as they were. */
export interface Since extends StoredList {
  readonly guard: readonly string[];
}

/** A file that differs from the start of a run. */
export interface TouchedFile {
  path: string;
  change: ChangedPath['change'];
}

/** The differences between the files of a project and those at the start of a run. */
export interface Touched {
  changed: number;
  deleted: number;
  added: number;
  /** The first of the files: changed and deleted ones before new ones. */
  files: TouchedFile[];
  /** Version 0.1.0 can't read a record without them. */
  proofFiles: TouchedFile[];
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
