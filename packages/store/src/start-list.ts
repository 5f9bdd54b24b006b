import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { removeQuietly } from './disk/create-exclusively.ts';
import { listNames } from './disk/list-names.ts';
import { checkFolder, makePrivateFolder } from './disk/loop-folder.ts';
import { readGuarded } from './disk/open-guarded.ts';
import { replaceFile } from './disk/replace-file.ts';

/** The most bytes of a stored list. */
const MAX_BYTES = 64 * 1024 * 1024;
/** How many lists stay; older ones belong to runs that ended. */
const MAX_LISTS = 16;

const ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

/**
 * Stores the list of files at the start of a run, compressed, in `.loop/start/<run>.gz`. Best effort: without it the end
 * says that the files could not be looked at.
 */
export function writeStartList(root: string, runId: string, bytes: Uint8Array): void {
  try {
    const loop = join(root, '.loop');
    if (!ID.test(runId) || bytes.length > MAX_BYTES || checkFolder(loop) !== 'ok') return;
    const folder = join(loop, 'start');
    makePrivateFolder(folder);
    replaceFile(join(folder, `${runId}.gz`), Buffer.from(bytes));
    removeOldest(folder);
  } catch {
    // A full or read-only disk. The end says that the list is gone.
  }
}

/** Reads the stored list of a run; undefined without one. */
export function readStartList(root: string, runId: string): Uint8Array | undefined {
  if (!ID.test(runId)) return undefined;
  const content = readGuarded(join(root, '.loop', 'start', `${runId}.gz`), MAX_BYTES);
  return typeof content === 'string' ? undefined : content.bytes;
}

function removeOldest(folder: string): void {
  const names = listNames(folder, /\.gz$/, 1000) ?? [];
  const paths = names.map((name) => join(folder, name));
  if (paths.length <= MAX_LISTS) return;
  const byAge = paths
    .map((path) => ({ path, at: lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((one, other) => other.at - one.at);
  for (const { path } of byAge.slice(MAX_LISTS)) removeQuietly(path);
}
