import { DEFAULT_LIMITS, given, resumedSharers } from '@loopwright/core';
import type { Repository } from '@loopwright/driver';
import { type Settings, withConfigs } from '../../../config/settings.ts';
import { typedFlags } from '../../../flags/typed-flags.ts';
import { readSpecs } from '../../../plan/read-specs.ts';
import { CliError, usageError } from '../../../program/cli-error.ts';
import type { Context, Request } from '../../../program/context.ts';
import { verbs } from '../../../verbs.ts';
import { agentOf, costNotice, measuredOf } from '../agent.ts';
import { type Batch, type BatchJob, readJob } from './batch.ts';

type Flags = Request<'run'>['flags'];

/** Flags of the batch itself. No run gets them. */
const OWN = new Set('specs jobs budget worktree base resume retry take-over spec-file'.split(' '));
/** These may be given again with `--resume`. */
const CLIENT = new Set(
  'agent claude model permission-mode plugin progress max-silence max-wait iteration-timeout'.split(' '),
);
/** With `--retry` these raise the limits of the specs that run again. */
const LIMITS = new Set(['iterations', 'minutes', 'tokens']);

/** Makes a new batch of the specs. Throws `CliError` while an older one of them is not done. */
export function begunBatch(
  context: Context,
  flags: Flags,
  home: string,
  path: string,
  before?: Batch,
): Batch {
  if (before?.jobs.some(({ state }) => state !== 'done')) {
    throw new CliError({
      message: 'These specs were begun before, and not all of them are done. Nothing was started.',
      next: { words: ['run', '--resume', '--specs', flags.specs ?? ''], when: 'to go on with them' },
    });
  }
  const host = agentOf(context, home, flags);
  const measured = measuredOf(context, home, host, flags.model);
  const { budget = withConfigs<Settings>({}, { sources: [] }, context.env).budget } = flags;
  const unknownCost = costNotice(host, measured, given({ budget, tokens: flags.tokens }));
  if (unknownCost !== undefined) context.messages.write(`[LOOP] ${unknownCost}\n`);
  const tag = context.newId().slice(0, 6);
  const commit = flags.commit === undefined ? ['--commit', 'each'] : [];
  return {
    budgetUsd: budget === undefined && measured === 'dollars' ? DEFAULT_LIMITS.budgetUsd : (budget ?? null),
    slots: slotsOf(flags),
    flags: [...commit, ...flagsFor(flags, (name) => !OWN.has(name))],
    jobs: readSpecs(path).map(({ name, needs, text: spec }) => {
      const begun = { state: 'waiting' as const, spentUsd: 0, capUsd: 0 };
      return { name, needs: [...needs], ...begun, spec, tree: `${name}-${tag}` };
    }),
  };
}

/** Makes the batch that goes on. Throws `CliError` if there is none, and for flags that it would ignore. */
export function resumedBatch(flags: Flags, path: string, repository: Repository, before?: Batch): Batch {
  const { budget = 0, retry = false } = flags;
  const [ignored] = flagsFor(flags, (name) => !OWN.has(name) && !mayChange(name, retry));
  if (ignored !== undefined) {
    const hint = LIMITS.has(ignored.slice(2)) ? ' It counts with --retry.' : '';
    throw usageError(`The specs keep the ${ignored} that they began with.${hint}`, ['help', 'run']);
  }
  if (!before) {
    throw new CliError({
      exit: 'no-loop',
      message: 'These specs were not begun here.',
      next: { words: ['run', '--specs', flags.specs ?? ''], when: 'to begin' },
    });
  }
  const budgetUsd = before.budgetUsd === null || budget === null ? null : before.budgetUsd + budget;
  const slots = flags.jobs === undefined ? before.slots : slotsOf(flags);
  const known = before.jobs.map((job): BatchJob => {
    const state = job.state === 'running' ? 'paused' : job.state;
    return { ...job, ...readJob(repository, job), state };
  });
  const resumed = resumedSharers(known, budgetUsd, ({ mayRetry }) => retry || mayRetry === true);
  return { ...before, budgetUsd, slots, jobs: withNewText(resumed, path) };
}

/** A spec that ended and never became a run, such as an unclear one, is read again: it may have been written anew. */
function withNewText(jobs: BatchJob[], path: string): BatchJob[] {
  const isNew = (job: BatchJob): boolean =>
    job.state === 'waiting' && job.exit !== undefined && job.runId === undefined;
  if (!jobs.some(isNew)) return jobs;
  const texts = new Map(readSpecs(path).map(({ name, text }) => [name, text]));
  return jobs.map((job) => (isNew(job) ? { ...job, spec: texts.get(job.name) ?? job.spec } : job));
}

/** The flags with which a job goes on; one that ended gets new limits. */
export function resumeFlags(flags: Flags, hasEnded: boolean): readonly string[] {
  return flagsFor(flags, (name) => mayChange(name, hasEnded));
}

function mayChange(name: string, hasEnded: boolean): boolean {
  return CLIENT.has(name) || (hasEnded && LIMITS.has(name));
}

/** The wanted flags as they were typed. */
function flagsFor(flags: Flags, isWanted: (name: string) => boolean): readonly string[] {
  const wanted = verbs.run.flags.filter(({ name }) => isWanted(name));
  return typedFlags(wanted, flags);
}

function slotsOf({ jobs = 1 }: Flags): number {
  if (jobs < 1 || jobs > 64) throw usageError('--jobs takes a number from 1 to 64.', ['help', 'run']);
  return jobs;
}
