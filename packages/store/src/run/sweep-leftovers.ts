import { lstatSync, opendirSync } from 'node:fs';
import { join } from 'node:path';
import { removeQuietly } from '../disk/create-exclusively.ts';
import { randomNonce } from '../disk/random.ts';
import { keepAside } from '../views/keep-aside.ts';
import { checkLoopFolder } from './open-run.ts';

const MAX_ENTRIES = 10_000;
const MIN_AGE_MS = 3_600_000;

/** The temporary names of this package; a claim may hold somebody's edit and is kept aside instead. */
const TEMP =
  /^\.(view|start|views\.json)\.[\w.-]+\.tmp(\.\d+)?$|^[\w.-]+\.json\.[\w-]{12}\.tmp$|^\.[\w-]{12}\.tmp$/;
const CLAIM = /^\.claim\.[\w-]{12}$/;

/**
 * Clears up what killed processes left in `.loop/`: temporary files go, claimed texts move to the archive.
 * Touches nothing younger than an hour and nothing of any other name. For commands that a user runs.
 */
export function sweepLeftovers(root: string, at: number): readonly string[] {
  if (checkLoopFolder(root) !== undefined) return [];
  const loop = join(root, '.loop');
  const swept: string[] = [];
  for (const folder of [loop, join(loop, 'runs'), join(loop, 'evidence')]) {
    for (const name of namesIn(folder)) {
      const path = join(folder, name);
      if (!(TEMP.test(name) || CLAIM.test(name)) || !isOld(path, at)) continue;
      if (CLAIM.test(name)) keepAside(loop, path, 'state.json', randomNonce());
      else removeQuietly(path);
      swept.push(path);
    }
  }
  return swept;
}

function namesIn(folder: string): readonly string[] {
  const names: string[] = [];
  try {
    const entries = opendirSync(folder);
    try {
      for (
        let entry = entries.readSync();
        entry !== null && names.length < MAX_ENTRIES;
        entry = entries.readSync()
      ) {
        names.push(entry.name);
      }
    } finally {
      entries.closeSync();
    }
  } catch {
    return [];
  }
  return names;
}

function isOld(path: string, at: number): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats !== undefined && stats.isFile() && at - stats.ctimeMs > MIN_AGE_MS;
}
