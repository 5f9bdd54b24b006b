import { join } from 'node:path';
import { isOpen, type Run } from '@loopwright/core';
import { listRuns } from '../run/list-runs.ts';
import { readMarks } from './view-marks.ts';

/**
 * Reads the loop in progress of a project, for a session without a loop; undefined otherwise. For announcing only:
 * writes nothing. Ignores runs that were not started here. Lists no journals where the views show no loop in progress.
 */
export function readTrace(root: string): Run | undefined {
  const isShown = Object.values(readMarks(join(root, '.loop'))).some(({ isOver }) => !isOver);
  const runs = isShown ? listRuns(root) : [];
  return runs.find(({ run }) => isOpen(run))?.run;
}
