import type { Git } from '@loopwright/checks';

/** A changed file of a work tree. */
export interface Change {
  /** Relative to the top. */
  readonly path: string;
  /** Git doesn't follow it yet. */
  readonly isUntracked: boolean;
}

/** Lists the changed and new files of a work tree. Never a file of `.loop/`. */
export async function readChanges(git: Git): Promise<readonly Change[]> {
  const args = [
    'status',
    '--porcelain=v1',
    '-z',
    '--no-renames',
    '--untracked-files=all',
    '--ignore-submodules=dirty',
  ];
  return (await git.read(args))
    .split('\0')
    .filter((entry) => entry !== '')
    .map((entry) => ({ path: entry.slice(3), isUntracked: entry.startsWith('??') }))
    .filter(({ path }) => !isRecord(path));
}

/** The paths of the changed and new files of a work tree, relative to its top. */
export async function changedPaths(git: Git): Promise<readonly string[]> {
  return (await readChanges(git)).map(({ path }) => path);
}

/** True for a file of the loop's own records, wherever the project begins in the work tree. */
function isRecord(path: string): boolean {
  return path.split('/').includes('.loop');
}
