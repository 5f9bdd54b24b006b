import type { Run } from '@loopwright/core';

/** True for a run that nothing can bring back. */
export function isOver({ status }: Run): boolean {
  return status === 'completed' || status === 'cancelled' || status === 'aborted';
}
