import { join } from 'node:path';
import { makeFolders } from '../disk/make-folders.ts';
import { readJson } from '../disk/read-json.ts';
import { sha256 } from '../disk/digest.ts';
import { tryReplace } from '../disk/replace-file.ts';
import { stateFolders } from './started-here.ts';

/** Kinds of records outside of the project, where neither a repository nor a client can write them. */
export type MemoryKind = 'deliveries' | 'batches' | 'clients';

const MAX_BYTES = 4 * 1024 * 1024;

/** Reads the record of a key; undefined without one. The content may be any JSON. Never throws. */
export function readMemory(kind: MemoryKind, key: readonly string[]): unknown {
  for (const folder of stateFolders()) {
    const found = readJson(memoryPath(folder, kind, key), MAX_BYTES);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Remembers a JSON value under a key; false if no state folder takes it. */
export function writeMemory(kind: MemoryKind, key: readonly string[], value: unknown): boolean {
  const [folder = ''] = stateFolders();
  try {
    makeFolders(join(folder, kind));
  } catch {
    return false;
  }
  return tryReplace(memoryPath(folder, kind, key), JSON.stringify(value));
}

function memoryPath(folder: string, kind: MemoryKind, key: readonly string[]): string {
  return join(folder, kind, `${sha256(key.join('\0')).slice(0, 32)}.json`);
}
