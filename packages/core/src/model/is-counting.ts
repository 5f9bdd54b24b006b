import type { Run } from './run.ts';

/** True while usage counts for this run: while it is active, and once more after it rested. */
export function isCounting(run: Run): boolean {
  return run.status === 'active' || owesLastTurn(run);
}

/** True for a resting run whose last turn is not counted yet; the transcript may lack it at the stop. */
export function owesLastTurn({ status, ending, isSettled }: Run): boolean {
  return status !== 'active' && status !== 'draft' && ending !== undefined && isSettled !== true;
}
