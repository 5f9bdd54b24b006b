import { join } from 'node:path';
import type { Run } from '@loopwright/core';
import { listNames } from '../disk/list-names.ts';
import { Journal } from '../journal/journal.ts';
import { loopProgram } from '../journal/loop-program.ts';
import { checkLoopFolder, openLog, snapshotPath } from './open-run.ts';
import { isStartedHere } from './state-folder.ts';

/** A run of a project. */
export interface ListedRun {
  /** The path of its journal, for `claimRun`. */
  readonly path: string;
  /** Undefined when the journal can't be read for `reason`, or the run is foreign. */
  readonly run?: Run;
  /** A run that was not started in this project on this machine. Its texts may come from anybody. */
  readonly foreign?: Run;
  readonly reason?: string;
}

const MAX_RUNS = 1000;

/**
 * Lists up to 1,000 runs of a project, the most recently active first. For people and take-overs; a stop never lists
 * a folder.
 */
export function listRuns(root: string): readonly ListedRun[] {
  if (checkLoopFolder(root) !== undefined) return [];
  const folder = join(root, '.loop', 'runs');
  const runs: ListedRun[] = [];
  for (const name of namesIn(folder)) runs.push(read(root, join(folder, `${name}.jsonl`)));
  return runs.sort((one, other) => (other.run?.updatedAt ?? 0) - (one.run?.updatedAt ?? 0));
}

function namesIn(folder: string): ReadonlySet<string> {
  const names = listNames(folder, /^[0-9a-f]{16}(\.jsonl)?$/, MAX_RUNS) ?? [];
  return new Set(names.map((name) => name.replace('.jsonl', '')));
}

function read(root: string, path: string): ListedRun {
  const log = openLog(path);
  if (typeof log === 'string') return { path, reason: log };
  try {
    const { run } = new Journal(loopProgram, log, { snapshotPath: snapshotPath(path) });
    if (run === undefined) return { path: log.path, reason: 'no-start' };
    return { path: log.path, [isStartedHere(root, run.id, log.path) ? 'run' : 'foreign']: run };
  } catch {
    return { path: log.path, reason: 'unreadable' };
  } finally {
    log.close();
  }
}
