import { join } from 'node:path';
import { removeQuietly } from '../disk/create-exclusively.ts';
import { readJson } from '../disk/read-json.ts';
import { tryReplace } from '../disk/replace-file.ts';
import { runName } from '../presence.ts';
import { checkLoopFolder } from './open-run.ts';

/** A file in which a process says that it works on a run: the driver's lease, or the checks that it runs now. */
export interface WorkFile {
  readonly root: string;
  readonly runId: string;
  readonly kind: 'driver' | 'checks';
}

const MAX_BYTES = 64 * 1024;

/** Reads such a file; undefined without a readable one. The content may be any JSON. Never throws. */
export function readWorkFile(file: WorkFile): unknown {
  return readJson(pathOf(file), MAX_BYTES);
}

/** Writes the file; false if the disk refuses. */
export function writeWorkFile(file: WorkFile, content: unknown): boolean {
  return checkLoopFolder(file.root) === undefined && tryReplace(pathOf(file), JSON.stringify(content));
}

/** Removes the file; a missing one is fine. */
export function removeWorkFile(file: WorkFile): void {
  if (checkLoopFolder(file.root) === undefined) removeQuietly(pathOf(file));
}

/** The run's own id names the file, because the journal moves from session to session. */
function pathOf({ root, runId, kind }: WorkFile): string {
  return join(root, '.loop', 'runs', `${runName(runId)}.${kind}.json`);
}
