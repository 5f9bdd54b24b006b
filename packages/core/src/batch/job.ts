/** One spec among several that share a budget. */
export interface Job {
  readonly name: string;
  /** The names of the jobs that have to be done first. */
  readonly needs: readonly string[];
}

/**
 * Where a job stands. `paused`: it can go on, with more budget or a resume. `ended`: it ended without being done, and a
 * user has to look.
 */
export type JobState = 'waiting' | 'running' | 'done' | 'paused' | 'ended';

/** A job with its cost and its limit. */
export interface JobStatus extends Job {
  readonly state: JobState;
  /** Charged so far. */
  readonly spentUsd: number;
  /** The limit of its run, spent or not; 0 before its first start, null without a limit. */
  readonly capUsd: number | null;
}

/** How a run of a job ended: the name of its exit code. */
export type JobExit =
  | 'ok'
  | 'error'
  | 'budget'
  | 'iterations'
  | 'breaker'
  | 'unclear'
  | 'unproved'
  | 'rate-limit'
  | 'interrupted';

/** What each exit means for the job. Only `ok` lets the jobs that need it start. */
const MEANINGS: Readonly<Record<JobExit, JobState>> = {
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
  return MEANINGS[exit as JobExit] ?? 'ended';
}

/** The exits of a batch, the one that a user has to see first in front. */
const ORDER: readonly JobExit[] = [
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
): JobExit {
  if (jobs.every(({ state }) => state === 'done')) return 'ok';
  const exits = new Set(
    jobs.flatMap(({ state, exit }) => (state === 'done' || exit === undefined ? [] : [exit])),
  );
  return ORDER.find((one) => exits.has(one)) ?? (exits.size > 0 ? 'error' : 'budget');
}
