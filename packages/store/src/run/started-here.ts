import { accessSync, constants, lstatSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { isOurs } from '../disk/loop-folder.ts';
import { makeFolders } from '../disk/make-folders.ts';
import { sha256 } from '../disk/digest.ts';
import { errnoOf } from '../errors.ts';
import { isJournalTracked } from './from-repository.ts';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * The user's state folders, the one to write to first. They record the user's acts, because a repository can bring any
 * file of the project, but none of these.
 */
export function stateFolders(env: Env = process.env): readonly string[] {
  const home = env['HOME'] || env['USERPROFILE'] || process.getBuiltinModule('node:os').homedir();
  return [env['XDG_STATE_HOME'], env['LOCALAPPDATA'], join(home, '.local/state')].flatMap((folder) =>
    folder && isAbsolute(folder) ? join(folder, 'loopwright') : [],
  );
}

/**
 * Remembers that a run of this project was started on this machine; false if no state folder takes it. The mark names
 * the project, for `listProjects`.
 */
export function rememberStart(root: string, runId: string): boolean {
  try {
    const [folder = ''] = stateFolders();
    makeFolders(join(folder, 'starts'));
    writeFileSync(startPath(folder, root, runId), root, { mode: 0o600 });
    return true;
  } catch {
    return false;
  }
}

/**
 * True for a run that was started, or taken over by its user, in this project on this machine. Where the state folder
 * can't be written, no start can be remembered, so every journal counts that git doesn't track.
 */
export function isStartedHere(root: string, runId: string, journal: string): boolean {
  if (hasStartMark(root, runId)) return true;
  return !canWriteBelow(stateFolders()[0] ?? '') && !isJournalTracked(root, journal);
}

/** True if a state folder of the user remembers the start of this run in this project. */
export function hasStartMark(root: string, runId: string): boolean {
  return stateFolders().some((folder) => isOwnFile(startPath(folder, root, runId)));
}

/** The mark of a start, by project and run: a copy of the project elsewhere was not started there. */
function startPath(folder: string, root: string, runId: string): string {
  return join(folder, 'starts', sha256(`${root}\0${runId}`).slice(0, 32));
}

function isOwnFile(path: string): boolean {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats !== undefined && stats.isFile() && isOurs(stats);
  } catch {
    return false;
  }
}

/** True when this user may create a folder that doesn't exist yet. */
function canWriteBelow(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch (error) {
    return errnoOf(error) === 'ENOENT' && dirname(folder) !== folder && canWriteBelow(dirname(folder));
  }
}
