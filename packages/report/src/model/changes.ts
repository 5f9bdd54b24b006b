import { maskSecrets, sanitize, sanitizeLine } from '@loopwright/core';
import type { CommitStat, FileStat, RunHistory } from './history.ts';
import type { IterationTrace, RunTrace } from './walk-journal.ts';

/** Files beyond this are counted, not listed. */
const MAX_FILES = 40;
/** The longest part of a diff on a page. */
const MAX_PATCH = 8000;
const MAX_PATCH_LINES = 200;
/** Git keeps whole seconds. */
const CLOCK_MS = 1000;

/** The changes of an iteration, as far as they are known. */
export interface ChangeReport {
  /** A commit of the iteration, or the names of edited files in the journal. */
  readonly source: 'commit' | 'names';
  readonly fileCount: number;
  readonly files: readonly FileStat[];
  /** The beginning of the diff. */
  readonly patch?: string | undefined;
  /** The number of lines of the diff that are not shown. */
  readonly patchLinesLeft: number;
}

export type CommitOf = (iteration: IterationTrace) => CommitStat | undefined;

/** Finds the commit of an iteration. A commit names a number, which frames share: the last one begun before it counts. */
export function sortCommits({ frames }: RunTrace, commits: readonly CommitStat[] = []): CommitOf {
  const found = new Map<IterationTrace | undefined, CommitStat>();
  for (const commit of commits) {
    const begun = [...frames.values()].flatMap(({ iterations }) => iterations.get(commit.iteration) ?? []);
    const inOrder = begun.toSorted((one, other) => one.startedAt - other.startedAt);
    found.set(
      inOrder.findLast(({ startedAt }) => startedAt < commit.at + CLOCK_MS),
      commit,
    );
  }
  return (iteration) => found.get(iteration);
}

/** Reports the changes of an iteration: those of its commit, else the names of the files that Claude edited. */
export function changeReport(
  { frame }: IterationTrace,
  commit: CommitStat | undefined,
  roots: RunHistory['roots'] = [],
): ChangeReport {
  const files =
    commit?.files ?? frame.breaker.edits.flatMap(({ path }) => nameInside(path, roots) ?? []).map(named);
  const lines = (commit?.patch ?? '').trimEnd().split('\n');
  const patch = sanitize(maskSecrets(lines.slice(0, MAX_PATCH_LINES).join('\n')), {
    maxLength: MAX_PATCH,
    maxLines: MAX_PATCH_LINES,
  });
  return {
    source: commit ? 'commit' : 'names',
    fileCount: files.length,
    files: files
      .toSorted((one, other) => sizeOf(other) - sizeOf(one))
      .slice(0, MAX_FILES)
      .map((file) => ({ ...file, path: sanitizeLine(file.path, 160) })),
    patch: patch === '' ? undefined : patch,
    patchLinesLeft: lines.length - Math.min(lines.length, patch.split('\n').length),
  };
}

function named(path: string): FileStat {
  return { path };
}

function sizeOf({ added = 0, removed = 0 }: FileStat): number {
  return added + removed;
}

/** The path inside of the project; undefined for what isn't the project's own. */
function nameInside(path: string, roots: readonly string[]): string | undefined {
  const isAbsolute = /^(?:[/\\]|[A-Za-z]:[/\\])/.test(path);
  const root = roots.find((one) => path.startsWith(one) && /[/\\]/.test(path.charAt(one.length)));
  if (roots.length > 0 && isAbsolute && root === undefined) return undefined;
  const name = root === undefined ? path : path.slice(root.length + 1);
  return /^(?:\.loop|\.git)[/\\]/.test(name) ? undefined : name;
}
