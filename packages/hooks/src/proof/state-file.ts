import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Env } from '@loopwright/checks';
import {
  makeFolders,
  readGuarded,
  replaceFile,
  type RunAddress,
  sha256,
  stateFolders,
} from '@loopwright/store';

/** A larger file than this is not one of ours. */
const MAX_BYTES = 8 * 1024 * 1024;

/** A file in the user's state folder; the last part of its path is the hash of `about`. */
export function statePath(env: Env, folder: string, about: string): string | undefined {
  const [state] = stateFolders(env);
  return state && join(state, folder, sha256(about).slice(0, 32));
}

/** A file about a session in the user's state folder; each project has a folder. */
export function sessionPath(
  { root, sessionId }: RunAddress,
  env: Env,
  folder: string,
  ending = '',
): string | undefined {
  const path = statePath(env, folder, root);
  return path && join(path, `${sha256(sessionId).slice(0, 32)}${ending}`);
}

/** The file that remembers the client of a session. */
export function clientPath(place: RunAddress, env: Env): string | undefined {
  return sessionPath(place, env, 'sessions');
}

/** The text of a file that only this user can have written; empty for any other. */
export function readOwn(path: string | undefined): string {
  const file = path === undefined ? 'absent' : readGuarded(path, MAX_BYTES);
  return typeof file === 'string' || (file.stats.mode & 0o022n) !== 0n ? '' : file.bytes.toString();
}

/** Writes a file whole or not at all. Throws without a home, or if the disk refuses. */
export function writeOwn(path: string | undefined, text: string): void {
  if (path === undefined) throw new Error('there is no home folder in which it could be remembered');
  makeFolders(dirname(path));
  replaceFile(path, text);
}

/** The paths of all files in a folder; none without one. */
export function filesIn(folder: string | undefined): readonly string[] {
  try {
    return folder === undefined ? [] : readdirSync(folder).map((name) => join(folder, name));
  } catch {
    return [];
  }
}
