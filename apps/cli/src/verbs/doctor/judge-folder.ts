import { accessSync, constants, lstatSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { askGit } from '@loopwright/checks';
import { isLoopIgnored, listRuns } from '@loopwright/store';
import { countOf } from '@loopwright/core';
import { broken, doubtful, type Finding, sound } from './finding.ts';

/** Looks at the project's `.loop/`: who may write there. */
export function judgeFolder(root: string): readonly Finding[] {
  const problems = problemsOf(root);
  if (problems.length > 0) return problems;
  const loop = join(root, '.loop');
  if (look(loop))
    return [sound(`${loop}, ${countOf(runsIn(root).filter(({ foreign }) => !foreign).length, 'run')}`)];
  try {
    accessSync(root, constants.W_OK);
    return [sound(`none yet in ${root}`)];
  } catch {
    return [
      broken(
        `${root} can't be written to`,
        'A loop keeps its record in the project: make the folder writable for this user.',
      ),
    ];
  }
}

/** Reports loops that came with the repository, or whose project was moved or copied. */
export function judgeForeign(root: string): readonly Finding[] {
  const count = runsIn(root).filter(({ foreign }) => foreign).length;
  if (count === 0) return [];
  return [
    doubtful(
      `${countOf(count, 'loop')} not started in this folder on this machine: no session is held by them`,
      'To make one yours: loop continue --take-over. Else delete its files in .loop/runs.',
    ),
  ];
}

/** Reports when git may stage files of `.loop/`, which can hold secrets. */
export function judgeIgnoring(root: string): readonly Finding[] {
  if (!isUsable(root)) return [];
  // Only reads the index, so that no program of the repository runs.
  const listed = askGit(root, process.env, ['ls-files', '-z', '--', '.loop']) ?? '';
  const followed = listed.split('\0').filter((name) => name !== '').length;
  return [
    isLoopIgnored(root)
      ? []
      : doubtful(
          `${join(root, '.loop', '.gitignore')} doesn't ignore everything`,
          "The next loop start replaces it; until then don't run git add -A.",
        ),
    followed === 0
      ? []
      : doubtful(`git follows ${countOf(followed, 'file')} in .loop`, 'git rm -r --cached .loop'),
  ].flat();
}

/** Reports journals that can't be read. */
export function judgeJournals(root: string): readonly Finding[] {
  return runsIn(root).flatMap(({ foreign, path, reason }) =>
    foreign || reason === undefined
      ? []
      : broken(
          `${path} can't be read (${reason})`,
          'Its session is let go. Move the file away to start afresh.',
        ),
  );
}

function runsIn(root: string): ReturnType<typeof listRuns> {
  return isUsable(root) ? listRuns(root) : [];
}

function isUsable(root: string): boolean {
  return look(join(root, '.loop')) !== undefined && problemsOf(root).length === 0;
}

function problemsOf(root: string): readonly Finding[] {
  return [join(root, '.loop'), join(root, '.loop', 'runs')].flatMap((path) => problemOf(path) ?? []);
}

/** Returns the problem with a folder, or undefined. */
function problemOf(path: string): Finding | undefined {
  const stats = look(path);
  if (stats === undefined) return undefined;
  const wrong = (found: string, remedy: string): Finding => broken(`${path} ${found}`, remedy);
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
