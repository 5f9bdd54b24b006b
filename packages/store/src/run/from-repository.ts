import { lstatSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { findGitTree } from '../git/git-folder.ts';
import { numberedPath, runPath } from '../presence.ts';
import type { RunAddress } from './open-run.ts';

/** Folders of version control systems whose tracked files we can't list. */
const OPAQUE = ['.hg', '.svn', '.jj', '.bzr', '_darcs', '.fslckout', '.pijul', 'CVS'];

const TIMEOUT_MS = 10_000;
/** Git reads its index and starts no other program. */
const SETTINGS = ['-c', 'core.fsmonitor=false'];

/**
 * True when a file came, or may have come, with the repository: git tracks it, git can't tell, or the project is under
 * version control that we can't ask. Such a file doesn't show that the user started anything.
 */
export function mayBeFromRepository(root: string, path: string): boolean {
  const tracking = trackingOf(path);
  return tracking === 'no repository' ? isUnderOpaqueControl(root) : tracking !== 'untracked';
}

/** True when git tracks a file, or one in this folder, so that it surely came with the repository. */
export function isFromRepository(path: string): boolean {
  return trackingOf(path) === 'tracked';
}

/** True when git tracks the journal of a session, of either protocol, or a file of its folder. */
export function isRunFromRepository({ root, sessionId }: RunAddress): boolean {
  const path = runPath(root, sessionId);
  return trackingOf(path, numberedPath(path)) === 'tracked';
}

type Tracking = 'tracked' | 'untracked' | 'no repository' | 'unknown';

/**
 * Asks the repository that a file lies in, which may be a submodule, whether it tracks it, or another one beside it. In
 * any spelling, because some file systems ignore case.
 */
function trackingOf(path: string, other = path): Tracking {
  const top = findGitTree(dirname(path))?.top;
  if (top === undefined) return 'no repository';
  const wanted = [path, other].map((one) => {
    const name = relative(top, one).split(sep).join('/');
    return `:(top,icase)${name.replace(/[*?[\\]/g, '\\$&')}`;
  });
  try {
    // Loaded here, because few hooks ask. Not run in the project, where Windows would look for `git` first.
    const { status, stdout } = process
      .getBuiltinModule('node:child_process')
      .spawnSync('git', ['-C', top, ...SETTINGS, 'ls-files', '--cached', '-z', '--', ...wanted], {
        cwd: dirname(process.execPath),
        env: gitEnvironment(),
        encoding: 'utf8',
        timeout: TIMEOUT_MS,
        windowsHide: true,
      });
    if (status !== 0) return 'unknown';
    return stdout === '' ? 'untracked' : 'tracked';
  } catch {
    return 'unknown';
  }
}

/** Without the variables that would lead git to another repository. No protocol may fetch what a partial clone lacks. */
function gitEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^GIT_/i.test(name));
  return { ...Object.fromEntries(kept), GIT_OPTIONAL_LOCKS: '0', GIT_ALLOW_PROTOCOL: 'none' };
}

function isUnderOpaqueControl(root: string): boolean {
  for (let folder = root; ; folder = dirname(folder)) {
    for (const name of OPAQUE) {
      if (lstatSync(join(folder, name), { throwIfNoEntry: false }) !== undefined) return true;
    }
    if (dirname(folder) === folder) return false;
  }
}
