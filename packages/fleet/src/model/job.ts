import * as z from 'zod';

/** The most characters of a spec. */
const MAX_SPEC = 100_000;
const MAX_TEXT = 2_000;

/** No control characters: a key and a name are printed, and become parts of file names and branches. */
const plain = (max: number): z.ZodString =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    // eslint-disable-next-line no-control-regex
    .regex(/^[^\u0000-\u001f\u007f\u0080-\u009f\u202a-\u202e\u2066-\u2069]*$/, 'has a control character');

/** The name of an account: its rate limit and its queue go by it. */
const account = z.string().regex(/^[a-z0-9][a-z0-9-]{0,40}$/, 'takes a-z, 0-9 and -');

/** A job as it is added to a fleet. */
export const jobSchema = z.strictObject({
  /** Names the job for ever: a second job with it is not added. */
  key: plain(200),
  /** What git clones: a URL or a path. */
  repo: plain(MAX_TEXT).refine((text) => !text.startsWith('-'), 'must not begin with a dash'),
  /** A branch, tag or commit to begin from; left out: the default branch of the remote. */
  base: plain(200)
    .refine((text) => !text.startsWith('-'), 'must not begin with a dash')
    .optional(),
  spec: z.string().trim().min(1).max(MAX_SPEC),
  /** As `--check` takes them: `NAME=COMMAND`, or a name from the repository's config. */
  checks: z.array(plain(MAX_TEXT)).max(50).default([]),
  /** The digest of the repository's checks that were agreed to, as `loop run --trust-config=DIGEST` takes it. */
  consent: z
    .string()
    .regex(/^(?:none|[0-9a-f]{32})$/, 'is no digest')
    .default('none'),
  iterations: z.int().min(1).max(1000).optional(),
  /** The most that the job may cost; it is reserved in the fleet's budget while the job runs. */
  budgetUsd: z.number().positive().max(100_000).default(25),
  /** A higher one goes first. */
  priority: z.int().min(-100).max(100).default(0),
  /** Keys of jobs that must be verified before this one starts. */
  needs: z.array(plain(200)).max(100).default([]),
  account: account.default('default'),
  /** Open a pull request for the work, as `loop run --pr` does. */
  pr: z.boolean().default(false),
  /** Begin also a spec that is unclear, as `loop run --force` does. */
  force: z.boolean().optional(),
});

export type Job = z.output<typeof jobSchema>;
export type JobInput = z.input<typeof jobSchema>;

/**
 * - `waiting`: a needed job is not verified yet
 * - `queued`: the next free slot takes it
 * - `running`: an agent works on it
 * - `verified`: every criterion was proved
 * - `ended`: the loop ended otherwise; `retry` gives it another go
 * - `failed`: it could not be worked on
 * - `cancelled`: a person took it back
 */
export const JOB_STATES = [
  'waiting',
  'queued',
  'running',
  'verified',
  'ended',
  'failed',
  'cancelled',
] as const;
export type JobState = (typeof JOB_STATES)[number];
/** The states of jobs that go on, or that need a person. */
export const UNDONE_STATES: readonly JobState[] = JOB_STATES.filter(
  (state) => state !== 'verified' && state !== 'cancelled',
);

/** Which jobs to read. A field that is left out excludes no job. */
export interface JobFilter {
  readonly repo?: string | undefined;
  readonly account?: string | undefined;
  readonly states?: readonly JobState[] | undefined;
  /** A name is a key, in every repository that has it, or a repository, a `#` and a key. */
  readonly names?: readonly string[] | undefined;
  /** Of each state no more than so many. */
  readonly most?: number | undefined;
}

/** A job with what became of it. */
export interface JobRow extends Job {
  readonly state: JobState;
  /** Why it is in this state, in one line; empty where the state says all. */
  readonly reason: string;
  /** How often an agent began it. */
  readonly attempts: number;
  /** How many of these ended with the death of the agent. */
  readonly deaths: number;
  /** How many of these ended in an error. */
  readonly failures: number;
  readonly spentUsd: number;
  /** The last iteration that is stored; null before. */
  readonly iteration: number | null;
  readonly agent: string | null;
  readonly branch: string | null;
  readonly commit: string | null;
  readonly pullRequest: string | null;
  readonly addedAt: Date;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
}
