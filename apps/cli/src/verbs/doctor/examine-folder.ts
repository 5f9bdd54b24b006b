import { accessSync, constants, lstatSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { askGit } from '@loopwright/checks';
import { isLoopIgnored, listRuns } from '@loopwright/store';
import { countOf } from '@loopwright/core';
import { broken, doubtful, type Finding, sound } from './finding.ts';

/** Looks at the project's `.loop/`: who may write there, whether git ignores it, and whether journals can be read. */
export function examineFolder(root: string): readonly Finding[] {
  const loop = join(root, '.loop');
  const folder = [loop, join(loop, 'runs')].flatMap((path) => judgeFolder(path) ?? []);
  if (folder.length > 0) return folder;
  if (look(loop) === undefined) return [judgeRoot(root)];
  const listed = listRuns(root);
  const runs = listed.filter(({ foreign }) => !foreign);
  const damaged = runs.flatMap(({ path, reason }): Finding[] =>
    reason === undefined
      ? []
      : [
          broken(
            'journal',
            `${path} can't be read (${reason})`,
            'Its session is let go. Move the file away to start afresh.',
          ),
        ],
  );
  return [
    sound('.loop', `${loop}, ${countOf(runs.length, 'run')}`),
    ...judgeForeign(listed.length - runs.length),
    ...judgeIgnoring(root),
    ...damaged,
  ];
}

/** Reports loops that came with the repository, or whose project was moved or copied. */
function judgeForeign(count: number): readonly Finding[] {
  if (count === 0) return [];
  return [
    doubtful(
      'foreign loops',
      `${countOf(count, 'loop')} not started in this folder on this machine: no session is held by them`,
      'To make one yours: loop continue --take-over. Else delete its files in .loop/runs.',
    ),
  ];
}

/** Reports when git may stage files of `.loop/`, which can hold secrets. */
function judgeIgnoring(root: string): readonly Finding[] {
  // Only reads the index, so that no program of the repository runs.
  const listed = askGit(root, process.env, ['ls-files', '-z', '--', '.loop']) ?? '';
  const followed = listed.split('\0').filter((name) => name !== '').length;
  return [
    ...(isLoopIgnored(root)
      ? []
      : [
          doubtful(
            'ignored by git',
            `${join(root, '.loop', '.gitignore')} doesn't ignore everything`,
            "The next loop start replaces it; until then don't run git add -A.",
          ),
        ]),
    ...(followed > 0
      ? [
          doubtful(
            'ignored by git',
            `git follows ${countOf(followed, 'file')} in .loop`,
            'git rm -r --cached .loop',
          ),
        ]
      : []),
  ];
}

function judgeRoot(root: string): Finding {
  try {
    accessSync(root, constants.W_OK);
    return sound('.loop', `none yet in ${root}`);
  } catch {
    return broken(
      '.loop',
      `${root} can't be written to`,
      'A loop keeps its record in the project: make the folder writable for this user.',
    );
  }
}

/** Returns the problem with a folder, or undefined. */
function judgeFolder(path: string): Finding | undefined {
  const stats = look(path);
  if (stats === undefined) return undefined;
  const wrong = (found: string, remedy: string): Finding => broken('.loop', `${path} ${found}`, remedy);
  if (stats.isSymbolicLink()) return wrong('is a symbolic link', 'Remove the link; a loop follows none.');
  if (!stats.isDirectory()) return wrong('is not a folder', 'Move it away.');
  const user = process.geteuid?.();
  if (user !== undefined && stats.uid !== user)
    return wrong('belongs to another user', `sudo chown -R $(id -u) '${path}'`);
  if (process.platform !== 'win32' && (stats.mode & 0o022) !== 0) {
    return wrong('can be written to by others', `chmod 700 '${path}'`);
  }
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return undefined;
  } catch {
    return wrong("can't be written to", `chmod 700 '${path}'`);
  }
}

function look(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
