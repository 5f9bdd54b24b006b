import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createExclusively, removeQuietly } from '../disk/create-file.ts';
import { readJson } from '../disk/decode-text.ts';
import { tryReplace } from '../disk/replace-file.ts';
import { numberedPath, runName, runPath } from '../presence.ts';
import { checkLoopFolder, type RunAddress } from './open-run.ts';

// JSON files of a run that stand beside its journal. Readers check their content.

const MAX_BYTES = 1024 * 1024;

/** A file in which a process says that it works on a run: the driver's lease, or the checks that it runs now. */
export interface WorkFile {
  readonly root: string;
  readonly runId: string;
  readonly kind: 'driver' | 'checks';
}

/** The run's own id names the file, because the journal moves from session to session. */
function workPath({ root, runId, kind }: WorkFile): string {
  return join(root, '.loop', 'runs', `${runName(runId)}.${kind}.json`);
}

/** Reads such a file; undefined without a readable one. Never throws. */
export function readWorkFile(file: WorkFile): unknown {
  return readJson(workPath(file), MAX_BYTES);
}

/** Writes the file; false if the disk refuses. */
export function writeWorkFile(file: WorkFile, content: unknown): boolean {
  return checkLoopFolder(file.root) === undefined && tryReplace(workPath(file), JSON.stringify(content));
}

/** Removes the file; a missing one is fine. */
export function removeWorkFile(file: WorkFile): void {
  if (checkLoopFolder(file.root) === undefined) removeQuietly(workPath(file));
}

/** The path of a memory; undefined for a mark that can't stand in a file name. */
function usagePath({ root, sessionId }: RunAddress, mark: string): string | undefined {
  if (!/^[\w-]{0,64}$/.test(mark)) return undefined;
  return `${numberedPath(runPath(root, sessionId))}.usage${mark && `-${mark}`}.json`;
}

/**
 * Reads how far a session's transcripts were counted when the run got this mark; undefined if that can't be read.
 * Each mark has a file of its own, so that the memory of a count is on disk before the count is on record.
 * Never throws.
 */
export function readUsageMemory(address: RunAddress, mark = ''): unknown {
  const path = usagePath(address, mark);
  return path && readJson(path, MAX_BYTES);
}

/** Writes how far was counted; false if the disk refuses. */
export function writeUsageMemory(address: RunAddress, memory: unknown, mark = ''): boolean {
  const path = usagePath(address, mark);
  if (path === undefined || checkLoopFolder(address.root) !== undefined) return false;
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
  removeQuietly(usagePath(address, mark) ?? '');
}

/** Lists all memories of a session: a hook that was killed leaves one that no run names. */
export function usagePaths({ root, sessionId }: RunAddress): readonly string[] {
  const folder = dirname(runPath(root, sessionId));
  const names = readdirSync(folder).filter((name) => name.startsWith(`${runName(sessionId)}.usage`));
  return names.map((name) => join(folder, name));
}
