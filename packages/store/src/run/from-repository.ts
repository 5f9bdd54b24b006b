import { lstatSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { findGitTree } from '../git/git-folder.ts';
import { numberedPath, runPath } from '../presence.ts';
import type { RunAddress } from './open-run.ts';

/** Folders of version control systems whose tracked files we can't list. */
const OPAQUE = ['.hg', '.svn', '.jj', '.bzr', '_darcs', '.fslckout', '.pijul', 'CVS'];

const TIMEOUT_MS = 10_000;

/**
 * True when a file came, or may have come, with the repository: git tracks it, git can't tell, or the project is under
 * version control that we can't ask. Such a file doesn't show that the user started anything.
 */
export function mayBeFromRepository(root: string, path: string): boolean {
  const tracking = trackingOf(path);
  return tracking === 'no repository' ? isUnderOpaqueControl(root) : tracking !== 'untracked';
}

/** True when git tracks a file, so that it surely came with the repository. */
export function isFromRepository(path: string): boolean {
  return trackingOf(path) === 'tracked';
}

/** True when git tracks the journal of a session, or a file of its folder. */
export function isRunFromRepository({ root, sessionId }: RunAddress): boolean {
  return isJournalTracked(runPath(root, sessionId));
}

/**
 * True when git tracks a journal of either protocol, or a file beside it whose name starts the same. Then the journal
 * may have come with the repository.
 */
export function isJournalTracked(path: string): boolean {
  return trackingOf(path.endsWith('.jsonl') ? numberedPath(path) : path, '*') === 'tracked';
}

type Tracking = 'tracked' | 'untracked' | 'no repository' | 'unknown';

/**
 * Asks the repository that a file lies in, which may be a submodule, whether it tracks it. In any spelling, because some
 * file systems ignore case.
 */
function trackingOf(path: string, rest: '' | '*' = ''): Tracking {
  const top = findGitTree(dirname(path))?.top;
  if (top === undefined) return 'no repository';
  const wanted = relative(top, path)
    .split(sep)
    .join('/')
    .replace(/[*?[\\]/g, '\\$&');
  try {
    // Loaded here, because few hooks ask. Without a monitor, git only reads its index and starts nothing.
    const { status, stdout } = process
      .getBuiltinModule('node:child_process')
      .spawnSync(
        'git',
        ['-c', 'core.fsmonitor=false', 'ls-files', '--cached', '-z', '--', `:(top,icase)${wanted}${rest}`],
        { cwd: top, env: gitEnvironment(), encoding: 'utf8', timeout: TIMEOUT_MS, windowsHide: true },
      );
    if (status !== 0) return 'unknown';
    return stdout === '' ? 'untracked' : 'tracked';
  } catch {
    return 'unknown';
  }
}

/** Without the variables that would lead git to another repository. */
function gitEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^GIT_/i.test(name));
  return { ...Object.fromEntries(kept), LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0' };
}

function isUnderOpaqueControl(root: string): boolean {
  for (let folder = root; ; folder = dirname(folder)) {
    for (const name of OPAQUE) {
      if (lstatSync(join(folder, name), { throwIfNoEntry: false }) !== undefined) return true;
    }
    if (dirname(folder) === folder) return false;
  }
}
