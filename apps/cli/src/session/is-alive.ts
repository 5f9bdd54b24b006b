import { isOver, type Run } from '@loopwright/core';

/** True for a run that holds its session, or will when it is continued: no draft, and not over. */
export function isAlive(run: Run): boolean {
  return run.status !== 'draft' && !isOver(run);
}
