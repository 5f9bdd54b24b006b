import { readProcess } from '@loopwright/checks';
import { readMemory, writeMemory } from '@loopwright/store';
import * as z from 'zod/mini';
import { CliError } from '../../../program/cli-error.ts';

/** One spec of a batch, as it is remembered. */
const job = z.object({
  name: z.string(),
  /** The names of the jobs that have to be done first. */
  needs: z.array(z.string()),
  /** `paused`: it can go on, with more budget or a resume. `ended`: not done, and a user has to look. */
  state: z.enum(['waiting', 'running', 'done', 'paused', 'ended']),
  /** Charged so far. */
  spentUsd: z.number(),
  /** The limit of its run, spent or not; 0 before its first start, null without a limit. */
  capUsd: z.nullable(z.number()),
  /** Word for word, without its needs. */
  spec: z.string(),
  /** The name of its work tree. */
  tree: z.string(),
  exit: z.optional(z.string()),
  /** Why it could not be started, or its work not be delivered. */
  problem: z.optional(z.string()),
  runId: z.optional(z.string()),
  branch: z.optional(z.string()),
  folder: z.optional(z.nullable(z.string())),
  pullRequest: z.optional(z.nullable(z.string())),
  isUnchanged: z.optional(z.boolean()),
});
export type BatchJob = z.infer<typeof job>;
export type JobState = BatchJob['state'];
/** One spec among several that share a budget. */
export type Job = Readonly<Pick<BatchJob, 'name'>> & { readonly needs: readonly string[] };
/** A job with its cost and its limit. */
export type JobStatus = Job & Readonly<Pick<BatchJob, 'state' | 'spentUsd' | 'capUsd'>>;

const batch = z.object({
  budgetUsd: z.nullable(z.number()),
  slots: z.number(),
  /** The flags typed for every spec. */
  flags: z.array(z.string()),
  jobs: z.array(job),
  /** The process that works on it. */
  driver: z.optional(z.object({ pid: z.number(), started: z.string() })),
});
export type RememberedBatch = z.infer<typeof batch>;

/** Which batch: the project, and the folder or list of its specs. */
export type BatchKey = readonly [root: string, specs: string];

/** Reads a batch; undefined if no batch is stored. */
export function readBatch(key: BatchKey): RememberedBatch | undefined {
  const read = z.safeParse(batch, readMemory('batches', key));
  return read.success ? read.data : undefined;
}

/** Remembers a batch. Throws `CliError` if the state folder can't be written. */
export function writeBatch(key: BatchKey, value: RememberedBatch): void {
  const started = readProcess(process.pid)?.started ?? '';
  if (writeMemory('batches', key, { ...value, driver: { pid: process.pid, started } })) return;
  throw new CliError({
    exit: 'error',
    message: 'Your state folder can not be written, so these runs could not be resumed together.',
    next: { words: ['doctor'] },
  });
}

/** True while another process works on a batch. Only Linux tells. */
export function isDrivenNow({ driver }: RememberedBatch): boolean {
  return (
    driver !== undefined && driver.pid !== process.pid && readProcess(driver.pid)?.started === driver.started
  );
}
