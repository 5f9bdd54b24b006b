import type { SomeCheck } from '../check.ts';
import { matchesPattern } from './matches-pattern.ts';
import { proofFileKind, type ProofFileKind } from './proof-file-kind.ts';

/** What to look for among the files that changed. */
export interface Watched {
  readonly checks: readonly SomeCheck[];
  /** Patterns of files that should have stayed as they were. */
  readonly guard: readonly string[];
  /** True for a link that leads out of the work tree. */
  readonly leavesTree: (path: string) => boolean;
}

/** A changed proof file: a file that a proof depends on. */
export interface TouchedFile {
  path: string;
  change: 'changed' | 'deleted' | 'new';
  kind: ProofFileKind;
}

/** The differences between two lists of files. */
export interface Touched {
  changed: number;
  deleted: number;
  added: number;
  /** The first of the proof files: changed and deleted ones before new ones. */
  proofFiles: TouchedFile[];
  proofFileCount: number;
  /** The guarded files, the first of them. */
  guarded: string[];
  guardedCount: number;
  /** Why the lists could not be compared. */
  unknown?: string;
  /** What else could not be looked at. */
  open?: string[];
}

/** The most files that are named. */
export const MAX_FILES = 50;
const MAX_PATH = 300;
const LINK = '120000';

/** Compares two lists of files, as `listTree` writes them. */
export function compareLists(before: string, now: string, watched: Watched): Touched {
  const old = toEntries(before);
  const files: { readonly path: string; readonly change: TouchedFile['change']; readonly entry: string }[] =
    [];
  for (const [path, entry] of toEntries(now)) {
    const was = old.get(path);
    old.delete(path);
    if (was !== entry) files.push({ path, change: was === undefined ? 'new' : 'changed', entry });
  }
  for (const [path, entry] of old) files.push({ path, change: 'deleted', entry });
  const proofFiles = files.flatMap(({ path, change, entry }) => {
    const isLink = change !== 'deleted' && entry.startsWith(LINK) && watched.leavesTree(path);
    const kind = isLink ? 'link' : proofFileKind(path, watched.checks);
    return kind ? [{ path: path.slice(0, MAX_PATH), change, kind }] : [];
  });
  // A new test is no offence, so it comes last.
  const weight = ({ change, kind }: TouchedFile): number =>
    change === 'new' ? (kind === 'test' ? 2 : 1) : kind === 'link' ? -1 : 0;
  proofFiles.sort((one, other) => weight(one) - weight(other));
  const guarded = files.filter(
    ({ path, change }) => change !== 'new' && watched.guard.some((pattern) => matchesPattern(path, pattern)),
  );
  const countOf = (change: TouchedFile['change']): number =>
    files.filter((file) => file.change === change).length;
  return {
    changed: countOf('changed'),
    deleted: countOf('deleted'),
    added: countOf('new'),
    proofFiles: proofFiles.slice(0, MAX_FILES),
    proofFileCount: proofFiles.length,
    guarded: guarded.slice(0, MAX_FILES).map(({ path }) => path.slice(0, MAX_PATH)),
    guardedCount: guarded.length,
  };
}

/** Mode, type and id by path. */
export function toEntries(list: string): Map<string, string> {
  const entries = new Map<string, string>();
  for (const line of list.split('\0')) {
    const tab = line.indexOf('\t');
    if (tab > 0) entries.set(line.slice(tab + 1), line.slice(0, tab));
  }
  return entries;
}
