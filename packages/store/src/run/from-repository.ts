import { lstatSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { findGitTree } from '../git/git-folder.ts';
import { readGitIndex, type TrackedPath } from '../git/git-index.ts';
import { numberedPath, runPath } from '../presence.ts';
import type { RunAddress } from './open-run.ts';

/** Folders of version control systems whose tracked files we can't list. */
const OPAQUE = ['.hg', '.svn', '.jj', '.bzr', '_darcs', '.fslckout', '.pijul', 'CVS'];

/**
 * True when a file came, or may have come, with the repository: it is in git's index, the index can't be read, or the
 * project is under version control that we can't ask. Such a file doesn't show that the user started anything.
 */
export function mayBeFromRepository(root: string, path: string): boolean {
  const tracked = openTracked(root);
  if (tracked === 'no repository') return isUnderOpaqueControl(root);
  return tracked === 'unreadable' || isTracked(tracked, path);
}

/** True when git tracks a file, or a submodule that holds it, so that it surely came with the repository. */
export function isFromRepository(root: string, path: string): boolean {
  const tracked = openTracked(root);
  return typeof tracked !== 'string' && isTracked(tracked, path);
}

/** True when git tracks the journal of a session, or a file of its folder. */
export function isRunFromRepository({ root, sessionId }: RunAddress): boolean {
  return isJournalTracked(root, runPath(root, sessionId));
}

/**
 * True when git tracks a journal of either protocol, or a file beside it whose name starts the same. Then the journal
 * may have come with the repository.
 */
export function isJournalTracked(root: string, path: string): boolean {
  const tracked = openTracked(root);
  if (typeof tracked === 'string') return false;
  const wanted = tracked.spell(path.endsWith('.jsonl') ? numberedPath(path) : path);
  return tracked.paths.some((one) => !one.isSubmodule && one.path.toLowerCase().startsWith(wanted));
}

function isTracked({ paths, spell }: Tracked, path: string): boolean {
  const wanted = spell(path);
  return paths.some((one) =>
    one.isSubmodule ? wanted.startsWith(`${one.path.toLowerCase()}/`) : wanted === one.path.toLowerCase(),
  );
}

interface Tracked {
  readonly paths: readonly TrackedPath[];
  /** The path relative to the work tree in lower case, because some file systems ignore case. */
  spell(path: string): string;
}

function openTracked(root: string): Tracked | 'no repository' | 'unreadable' {
  const git = findGitTree(root);
  if (git === undefined) return 'no repository';
  const paths = readGitIndex(git);
  if (paths === undefined) return 'unreadable';
  return { paths, spell: (path) => relative(git.top, path).split(sep).join('/').toLowerCase() };
}

function isUnderOpaqueControl(root: string): boolean {
  for (let folder = root; ; folder = dirname(folder)) {
    for (const name of OPAQUE) {
      if (lstatSync(join(folder, name), { throwIfNoEntry: false }) !== undefined) return true;
    }
    if (dirname(folder) === folder) return false;
  }
}
