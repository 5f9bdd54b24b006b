import { join } from 'node:path';
import { removeQuietly } from '../disk/create-exclusively.ts';
import { readJson } from '../disk/read-json.ts';
import { tryReplace } from '../disk/replace-file.ts';
import { runName } from '../presence.ts';
import { checkLoopFolder } from './open-run.ts';

const MAX_BYTES = 64 * 1024;

/** Reads which checks of a run are running, for people who watch. The content may be any JSON. Never throws. */
export function readRunningChecks(root: string, runId: string): unknown {
  return readJson(checksPath(root, runId), MAX_BYTES);
}

/** Writes which checks of a run are running; false if the disk refuses. Decides nothing, so a loss is no harm. */
export function writeRunningChecks(root: string, runId: string, checks: unknown): boolean {
  return checkLoopFolder(root) === undefined && tryReplace(checksPath(root, runId), JSON.stringify(checks));
}

/** Removes the file; a missing one is fine. */
export function removeRunningChecks(root: string, runId: string): void {
  if (checkLoopFolder(root) === undefined) removeQuietly(checksPath(root, runId));
}

function checksPath(root: string, runId: string): string {
  return join(root, '.loop', 'runs', `${runName(runId)}.checks.json`);
}
