import type { Run } from './run.ts';

/** True for a run that is over for good; one that is stuck or paused can be resumed. */
export function isOver({ status }: Run): boolean {
  return status === 'completed' || status === 'cancelled' || status === 'aborted';
}
