import { accessSync, constants, lstatSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { askGit } from '@loopwright/checks';
import { isLoopIgnored, listRuns } from '@loopwright/store';
import { countOf } from '@loopwright/core';
import { broken, doubtful, type Finding, sound } from './finding.ts';

/**
 * Looks at the project's `.loop/`: who may write there, whether its loops were started here, whether git may stage its
 * files, which can hold secrets, and whether its journals can be read.
 */
export function examineFolder(root: string): readonly Finding[] {
  const loop = join(root, '.loop');
  const problems = [loop, join(loop, 'runs')].flatMap((path) => problemOf(path) ?? []);
  if (problems.length > 0) return problems;
  if (!look(loop)) {
    return isWritable(root)
      ? [sound(`none yet in ${root}`)]
      : [
          broken(
            `${root} can't be written to`,
            'A loop keeps its record in the project: make the folder writable for this user.',
          ),
        ];
  }
  const runs = listRuns(root);
  const own = runs.filter(({ foreign }) => !foreign);
  const foreign = runs.length - own.length;
  return [
    sound(`${loop}, ${countOf(own.length, 'run')}`),
    ...about(
      'foreign loops',
      foreign > 0 &&
        doubtful(
          `${countOf(foreign, 'loop')} not started in this folder on this machine: no session is held by them`,
          'To make one yours: loop continue --take-over. Else delete its files in .loop/runs.',
        ),
    ),
    ...about(
      'ignored by git',
      !isLoopIgnored(root) &&
        doubtful(
          `${join(loop, '.gitignore')} doesn't ignore everything`,
          "The next loop start replaces it; until then don't run git add -A.",
        ),
      followedByGit(root),
    ),
    ...about(
      'journal',
      ...own.map(
        ({ path, reason }) =>
          reason !== undefined &&
          broken(
            `${path} can't be read (${reason})`,
            'Its session is let go. Move the file away to start afresh.',
          ),
      ),
    ),
  ];
}

function about(subject: string, ...findings: readonly (Finding | false)[]): readonly Finding[] {
  return findings.flatMap((found) => (found ? [{ subject, ...found }] : []));
}

/** Only reads the index, so that no program of the repository runs. */
function followedByGit(root: string): Finding | false {
  const listed = askGit(root, process.env, ['ls-files', '-z', '--', '.loop']) ?? '';
  const followed = listed.split('\0').filter((name) => name !== '').length;
  return (
    followed > 0 && doubtful(`git follows ${countOf(followed, 'file')} in .loop`, 'git rm -r --cached .loop')
  );
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
  const close = `chmod 700 '${path}'`;
  if (process.platform !== 'win32' && (stats.mode & 0o022) !== 0)
    return wrong('can be written to by others', close);
  return isWritable(path, constants.R_OK | constants.X_OK) ? undefined : wrong("can't be written to", close);
}

function isWritable(path: string, more = 0): boolean {
  try {
    accessSync(path, constants.W_OK | more);
    return true;
  } catch {
    return false;
  }
}

function look(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
