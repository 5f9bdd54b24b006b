import { join } from 'node:path';
import { removeQuietly } from '../disk/create-exclusively.ts';
import { readJson } from '../disk/read-json.ts';
import { tryReplace } from '../disk/replace-file.ts';
import { runName } from '../presence.ts';
import { checkLoopFolder } from './open-run.ts';

const MAX_BYTES = 4096;

/** Reads which process drives a run; undefined without a readable lease. The content may be any JSON. Never throws. */
export function readDriverLease(root: string, runId: string): unknown {
  return readJson(leasePath(root, runId), MAX_BYTES);
}

/** Writes which process drives a run; false if the disk refuses. */
export function writeDriverLease(root: string, runId: string, lease: unknown): boolean {
  return checkLoopFolder(root) === undefined && tryReplace(leasePath(root, runId), JSON.stringify(lease));
}

/** Removes the lease of a run; a missing one is fine. */
export function removeDriverLease(root: string, runId: string): void {
  if (checkLoopFolder(root) === undefined) removeQuietly(leasePath(root, runId));
}

/** The run's own id names the lease, because the journal moves from session to session. */
function leasePath(root: string, runId: string): string {
  return join(root, '.loop', 'runs', `${runName(runId)}.driver.json`);
}
