import { lstatSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { findGitTree } from '../fingerprint/git-folder.ts';
import { readGitConfig } from '../fingerprint/git-config.ts';
import { readGitIndex } from '../fingerprint/git-index.ts';

/** Marks of version control that we can't ask what it follows. */
const OPAQUE = ['.hg', '.svn', '.jj', '.bzr', '_darcs', '.fslckout', '.pijul', 'CVS'];

/**
 * True when a file came, or may have come, with the repository: it is in git's index, the index can't be read,
 * or the project is under version control that we can't ask. Such a file is nobody's own act.
 */
export function mayBeFromRepository(root: string, path: string): boolean {
  const git = findGitTree(root);
  if (git === undefined) return isUnderOpaqueControl(root);
  const { hashLength } = readGitConfig(git, { HOME: homedir() });
  const index = readGitIndex(git.gitFolder, hashLength);
  if (index === undefined) return true;
  if (index === 'absent') return false;
  // On a file system that folds case, another spelling is the same file.
  const wanted = relative(git.top, path).split(sep).join('/').toLowerCase();
  for (const one of index.files) if (one.toLowerCase() === wanted) return true;
  for (const one of index.submodules) if (wanted.startsWith(`${one.toLowerCase()}/`)) return true;
  return false;
}

function isUnderOpaqueControl(root: string): boolean {
  for (let folder = root; ; folder = dirname(folder)) {
    for (const name of OPAQUE) {
      if (lstatSync(join(folder, name), { throwIfNoEntry: false }) !== undefined) return true;
    }
    if (dirname(folder) === folder) return false;
  }
}
