import { join } from 'node:path';
import type { Run } from '@loopwright/core';
import { listNames } from '../disk/list-names.ts';
import { Journal } from '../journal/journal.ts';
import { loopProgram } from '../journal/loop-program.ts';
import { checkLoopFolder, openLog, snapshotPath } from './open-run.ts';

/** A run of a project, as it lies there. */
export interface ListedRun {
  /** Where its journal lies; what `claimRun` takes. */
  readonly path: string;
  /** Undefined when the journal can't be read; then `reason` says why. */
  readonly run?: Run;
  readonly reason?: string;
}

const MAX_RUNS = 1000;

/**
 * Lists the runs of a project, the most recently active first; at most the first 1,000 that the folder gives.
 * For people and take-overs: a stop never reads a folder.
 */
export function listRuns(root: string): readonly ListedRun[] {
  if (checkLoopFolder(root) !== undefined) return [];
  const folder = join(root, '.loop', 'runs');
  const runs: ListedRun[] = [];
  for (const name of namesIn(folder)) runs.push(read(join(folder, `${name}.jsonl`)));
  return runs.sort((one, other) => (other.run?.updatedAt ?? 0) - (one.run?.updatedAt ?? 0));
}

function namesIn(folder: string): ReadonlySet<string> {
  const names = listNames(folder, /^[0-9a-f]{16}(\.jsonl)?$/, MAX_RUNS) ?? [];
  return new Set(names.map((name) => name.replace('.jsonl', '')));
}

function read(path: string): ListedRun {
  const log = openLog(path);
  if (typeof log === 'string') return { path, reason: log };
  try {
    const { run } = new Journal(loopProgram, log, { snapshotPath: snapshotPath(path) });
    return run === undefined ? { path: log.path, reason: 'no-start' } : { path: log.path, run };
  } catch {
    return { path: log.path, reason: 'unreadable' };
  } finally {
    log.close();
  }
}
