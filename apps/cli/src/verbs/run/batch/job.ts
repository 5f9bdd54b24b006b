import type { ExitName } from '../../../program/cli-error.ts';
import type { JobState } from './batch-memory.ts';

/** What each exit means for the job. Only `ok` lets the jobs that need it start. */
const MEANINGS: Readonly<Partial<Record<ExitName, JobState>>> = {
  ok: 'done',
  budget: 'paused',
  'rate-limit': 'paused',
  interrupted: 'paused',
  error: 'ended',
  iterations: 'ended',
  breaker: 'ended',
  unclear: 'ended',
  unproved: 'ended',
};

/** Says where a job stands after its run ended so. An unknown exit is an error. */
export function stateAfter(exit: string): JobState {
  return MEANINGS[exit as ExitName] ?? 'ended';
}

/** The exits of a batch, the one that a user has to see first in front. */
const ORDER: readonly ExitName[] = [
  'interrupted',
  'error',
  'breaker',
  'unclear',
  'unproved',
  'rate-limit',
  'budget',
  'iterations',
];

/**
 * The exit of all jobs together: `ok` if each one is done. Jobs that never started don't count by themselves, because
 * another job or the budget is the reason; without any other reason it is the budget.
 */
export function batchExit(
  jobs: readonly { readonly state: JobState; readonly exit?: string | undefined }[],
): ExitName {
  if (jobs.every(({ state }) => state === 'done')) return 'ok';
  const exits = new Set(
    jobs.flatMap(({ state, exit }) => (state === 'done' || exit === undefined ? [] : [exit])),
  );
  return ORDER.find((one) => exits.has(one)) ?? (exits.size > 0 ? 'error' : 'budget');
}
