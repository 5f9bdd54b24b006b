/**
 * What the end of its run means for a job.
 * - `unpaid`: it used up its share of the budget
 * - `held`: a rate limit holds its account
 * - `stopped`: a person or the machine stopped it
 * - `ended`: its loop ended without being done
 * - `failed`: it could not be worked on
 * - `refused`: the same, and another attempt would not change that
 */
export type JobEnd = 'done' | 'unpaid' | 'held' | 'stopped' | 'ended' | 'failed' | 'refused';

interface Exit {
  readonly code: number;
  readonly meaning: string;
  readonly job: JobEnd;
}

/** How the command ends. 2 to 5 are those of a headless run; `5` is also a spec that isn't clear enough to start. */
export const exitCodes = {
  ok: { code: 0, job: 'done', meaning: 'Done; every check that was asked for passed' },
  error: { code: 1, job: 'failed', meaning: 'Could not be done; the message says why' },
  budget: { code: 2, job: 'unpaid', meaning: 'A headless run used up its budget' },
  iterations: { code: 3, job: 'ended', meaning: 'A headless run used up its iterations' },
  breaker: { code: 4, job: 'ended', meaning: 'A circuit breaker ended a headless run' },
  unclear: { code: 5, job: 'ended', meaning: 'The spec is too unclear; nothing was started' },
  unproved: {
    code: 6,
    job: 'ended',
    meaning:
      'A check failed, a replay differs, or a headless run, or a job of a fleet, ended without proofs that the driver saw',
  },
  'no-loop': {
    code: 7,
    job: 'failed',
    meaning: 'There is no loop here, or none that this session may act on',
  },
  usage: { code: 64, job: 'refused', meaning: 'The command was not understood; nothing was done' },
  'rate-limit': {
    code: 75,
    job: 'held',
    meaning: 'A rate limit ended a headless run; `ending.cause.retryAt` says until when',
  },
  interrupted: { code: 130, job: 'stopped', meaning: 'Interrupted; running checks were ended' },
} as const satisfies Readonly<Record<string, Exit>>;

/** The name of an exit code. */
export type ExitName = keyof typeof exitCodes;

/** What an exit means for the job of the run; one that nobody knows, or none at all, is a failure. */
export function jobEndOf(exit: string | number | null): JobEnd {
  const known = Object.entries(exitCodes).find(([name, { code }]) => name === exit || code === exit);
  return known?.[1].job ?? 'failed';
}
