import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createExclusively, removeQuietly } from '../disk/create-exclusively.ts';
import { readJson } from '../disk/read-json.ts';
import { numberedPath, runName, runPath } from '../presence.ts';
import { checkLoopFolder, type RunAddress } from './open-run.ts';

const MAX_BYTES = 1024 * 1024;

/** Marks that can stand in a file name. */
const MARK = /^[\w-]{0,64}$/;

/**
 * Reads how far a session's transcripts were counted when the run got this mark; undefined if that can't be read.
 * Each mark has a file of its own, so that the memory of a count is on disk before the count is on record.
 * Never throws.
 */
export function readUsageMemory(address: RunAddress, mark = ''): unknown {
  return MARK.test(mark) ? readJson(usagePath(address, mark), MAX_BYTES) : undefined;
}

/** Writes how far was counted; false if the disk refuses. */
export function writeUsageMemory(address: RunAddress, memory: unknown, mark = ''): boolean {
  if (!MARK.test(mark) || checkLoopFolder(address.root) !== undefined) return false;
  const path = usagePath(address, mark);
  try {
    // Each count has a new mark, so that only the first one may find an older memory.
    removeQuietly(path);
    return createExclusively(path, JSON.stringify(memory));
  } catch {
    return false;
  }
}

/** Removes the memory of a mark that the run no longer has. */
export function removeUsageMemory(address: RunAddress, mark: string): void {
  if (MARK.test(mark)) removeQuietly(usagePath(address, mark));
}

/** Lists all memories of a session: a hook that was killed leaves one that no run names. */
export function usagePaths({ root, sessionId }: RunAddress): readonly string[] {
  const folder = dirname(runPath(root, sessionId));
  const prefix = `${runName(sessionId)}.usage`;
  return readdirSync(folder)
    .filter((name) => name.startsWith(prefix))
    .map((name) => join(folder, name));
}

function usagePath({ root, sessionId }: RunAddress, mark: string): string {
  return `${numberedPath(runPath(root, sessionId))}.usage${mark && `-${mark}`}.json`;
}
