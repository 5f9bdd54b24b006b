import { join } from 'node:path';
import { isOpen, type Run } from '@loopwright/core';
import { listNames } from '../disk/list-names.ts';
import { loopProgram } from '../journal/loop-program.ts';
import { readMarks } from '../views/view-marks.ts';
import { checkLoopFolder, openAt } from './open-run.ts';
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
  const names = listNames(folder, /^[0-9a-f]{16}(\.jsonl)?$/, MAX_RUNS) ?? [];
  return [...new Set(names.map((name) => name.replace('.jsonl', '')))]
    .map((name) => read(root, join(folder, `${name}.jsonl`)))
    .sort((one, other) => (other.run?.updatedAt ?? 0) - (one.run?.updatedAt ?? 0));
}

/**
 * Reads the loop in progress of a project, for a session without a loop; undefined otherwise. For announcing only:
 * writes nothing. Ignores runs that were not started here. Lists no journals where the views show no loop in progress.
 */
export function readTrace(root: string): Run | undefined {
  const isShown = Object.values(readMarks(join(root, '.loop'))).some(({ isOver }) => !isOver);
  const runs = isShown ? listRuns(root) : [];
  return runs.find(({ run }) => isOpen(run))?.run;
}

function read(root: string, path: string): ListedRun {
  const opened = openAt(loopProgram, path, { root, sessionId: '' });
  if (opened.status !== 'open') return { path, reason: 'reason' in opened ? opened.reason : opened.status };
  const { path: place, run } = opened;
  opened.close();
  return { path: place, [isStartedHere(root, run.id, place) ? 'run' : 'foreign']: run };
}
