import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { removeQuietly } from './disk/create-exclusively.ts';
import { listNames } from './disk/list-names.ts';
import { makeFolders } from './disk/make-folders.ts';
import { readGuarded } from './disk/open-guarded.ts';
import { replaceFile } from './disk/replace-file.ts';
import { stateFolders } from './run/started-here.ts';

/** The most bytes of a stored list. */
const MAX_BYTES = 64 * 1024 * 1024;
/** How many lists stay; older ones belong to runs that ended. */
const MAX_LISTS = 64;

type Env = Parameters<typeof stateFolders>[0];

const ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

/**
 * Stores the list of files at the start of a run, compressed, in the state folder of the user. Best effort: without it
 * the end says that the files could not be looked at.
 */
export function writeStartList(runId: string, bytes: Uint8Array): void {
  const [state] = stateFolders();
  if (state === undefined || !ID.test(runId) || bytes.length > MAX_BYTES) return;
  try {
    const folder = join(state, 'trees');
    makeFolders(folder);
    replaceFile(join(folder, `${runId}.gz`), Buffer.from(bytes));
    removeOldest(folder);
  } catch {
    // A full or read-only disk. The end says that the list is gone.
  }
}

/** Reads the stored list of a run; undefined without one. Version 0.1 stored it in the project. */
export function readStartList(root: string, runId: string, env: Env = process.env): Uint8Array | undefined {
  if (!ID.test(runId)) return undefined;
  const folders = [...stateFolders(env).map((state) => join(state, 'trees')), join(root, '.loop', 'start')];
  for (const folder of folders) {
    const content = readGuarded(join(folder, `${runId}.gz`), MAX_BYTES);
    if (typeof content !== 'string') return content.bytes;
  }
  return undefined;
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
