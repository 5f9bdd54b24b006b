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
  const flags = ['--no-renames', '--untracked-files=all', '--ignore-submodules=dirty'];
  return (
    (await git.read(['status', '--porcelain=v1', '-z', ...flags]))
      .split('\0')
      .map((entry) => ({ path: entry.slice(3), isUntracked: entry.startsWith('??') }))
      // The records of a loop, wherever the project begins in the work tree, and the end of the output.
      .filter(({ path }) => path !== '' && !path.split('/').includes('.loop'))
  );
}

/** The paths of the changed and new files of a work tree, relative to its top. */
export async function changedPaths(git: Git): Promise<readonly string[]> {
  return (await readChanges(git)).map(({ path }) => path);
}
