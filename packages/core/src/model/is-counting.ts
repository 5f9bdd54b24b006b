import type { Run } from '../schemas/run.ts';

/** True while usage is this run's: as long as it goes on, and once more after it has come to rest. */
export function isCounting(run: Run): boolean {
  return run.status === 'active' || owesLastTurn(run);
}

/** True for a run at rest whose last turn is not counted yet: at the stop the transcript need not have had it. */
export function owesLastTurn({ status, ending, isSettled }: Run): boolean {
  return status !== 'active' && status !== 'draft' && ending !== undefined && isSettled !== true;
}
