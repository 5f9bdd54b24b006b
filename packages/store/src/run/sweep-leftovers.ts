import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { removeQuietly } from '../disk/create-file.ts';
import { listNames } from '../disk/list-names.ts';
import { keepAside } from '../views/keep-aside.ts';
import { checkLoopFolder } from './open-run.ts';

const MAX_ENTRIES = 10_000;
const MIN_AGE_MS = 3_600_000;

/** The names of temporary files, of those of `write-file-atomic`, and of claimed texts that may hold an edit. */
const TEMP = /^\.(start\.)?[\w-]{12}\.tmp$/;
const REPLACING = /\.(?:md|json|log|gz|gitignore)\.\d{1,10}$/;
const CLAIM = /^\.claim\.[\w-]{12}$/;

/**
 * Cleans up after killed processes in `.loop/`: removes temporary files and moves claimed texts to the archive.
 * Touches only files of these names that are older than an hour. For commands that a user runs.
 */
export function sweepLeftovers(root: string, at: number): readonly string[] {
  if (checkLoopFolder(root) !== undefined) return [];
  const loop = join(root, '.loop');
  const leftover = new RegExp([TEMP, REPLACING, CLAIM].map(({ source }) => source).join('|'));
  const swept: string[] = [];
  for (const folder of [loop, join(loop, 'runs'), join(loop, 'evidence')]) {
    for (const name of listNames(folder, leftover, MAX_ENTRIES) ?? []) {
      const path = join(folder, name);
      if (!isOld(path, at)) continue;
      if (CLAIM.test(name)) keepAside(loop, path, 'state.json');
      else removeQuietly(path);
      swept.push(path);
    }
  }
  return swept;
}

function isOld(path: string, at: number): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats !== undefined && stats.isFile() && at - stats.ctimeMs > MIN_AGE_MS;
}
