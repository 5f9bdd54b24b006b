import { DEFAULT_LIMITS } from '@loopwright/core';
import { readValue } from '@loopwright/core/flags';
import type { Repository } from '@loopwright/driver';
import { CliError } from '../../../program/cli-error.ts';
import { findNewRoot } from '../../../session/place.ts';
import type { Context, Request } from '../../../program/context.ts';
import { agentOf, costNotice, measuredOf } from '../agent.ts';
import { CLIENT_FLAGS, flagsFor, LIMIT_FLAGS, OWN_FLAGS, usage } from './batch-flags.ts';
import type { BatchJob, RememberedBatch } from './batch-memory.ts';
import { resumedJobs } from './next-jobs.ts';
import { readJob } from './read-job.ts';
import { readSpecs } from './read-specs.ts';

/** Makes a new batch of the specs. Throws `CliError` while an older one of them is not done. */
export function begunBatch(
  context: Context,
  request: Request<'run'>,
  path: string,
  before: RememberedBatch | undefined,
): RememberedBatch {
  if (before?.jobs.some(({ state }) => state !== 'done')) {
    throw new CliError({
      exit: 'error',
      message: 'These specs were begun before, and not all of them are done. Nothing was started.',
      next: { words: ['run', '--resume', '--specs', request.flags.specs ?? ''], when: 'to go on with them' },
    });
  }
  const { flags } = request;
  const home = findNewRoot(context);
  const host = agentOf(context, home, flags);
  const measured = measuredOf(context, home, host, flags.model);
  const budget = flags.budget === undefined ? typedBudget(context) : flags.budget;
  const unknownCost = costNotice(host, measured, { budget, tokens: flags.tokens });
  if (unknownCost !== undefined) context.messages.write(`[LOOP] ${unknownCost}\n`);
  const tag = context
    .newId()
    .replaceAll(/[^a-z0-9]/gi, '')
    .slice(0, 6);
  return {
    budgetUsd: budget === undefined && measured === 'dollars' ? DEFAULT_LIMITS.budgetUsd : (budget ?? null),
    slots: slotsOf(flags),
    flags: [
      ...(flags.commit === undefined ? ['--commit', 'each'] : []),
      ...flagsFor(flags, (name) => !OWN_FLAGS.has(name)),
    ],
    jobs: readSpecs(path).map(({ name, needs, text }) => ({
      name,
      needs: [...needs],
      state: 'waiting',
      spentUsd: 0,
      capUsd: 0,
      spec: text,
      tree: `${name}-${tag}`,
    })),
  };
}

/** Makes the batch that goes on. Throws `CliError` if these specs were never begun. */
export function resumedBatch(
  { flags }: Request<'run'>,
  {
    before,
    path,
    again,
  }: {
    readonly before: RememberedBatch | undefined;
    readonly path: string;
    readonly again: ReadonlySet<string>;
  },
  repository: Repository,
): RememberedBatch {
  if (!before) {
    throw new CliError({
      exit: 'no-loop',
      message: 'These specs were not begun here.',
      next: { words: ['run', '--specs', flags.specs ?? ''], when: 'to begin' },
    });
  }
  const { budget } = flags;
  const budgetUsd =
    budget === undefined || before.budgetUsd === null
      ? before.budgetUsd
      : budget === null
        ? null
        : before.budgetUsd + budget;
  const known = before.jobs.map((job) => ({
    ...job,
    ...readJob(repository, job),
    state: job.state === 'running' ? ('paused' as const) : job.state,
  }));
  const jobs = resumedJobs(known, budgetUsd, again);
  return {
    ...before,
    budgetUsd,
    slots: flags.jobs === undefined ? before.slots : slotsOf(flags),
    jobs: [...withNewText(jobs, path, again)],
  };
}

/** The specs that `--retry` wants to run again. Throws `CliError` for flags that a resumed batch would ignore. */
export function wantedAgain({ flags }: Request<'run'>, before: RememberedBatch | undefined): Set<string> {
  const ignored = flagsFor(
    flags,
    (name) => !OWN_FLAGS.has(name) && !CLIENT_FLAGS.has(name) && !(flags.retry && LIMIT_FLAGS.has(name)),
  ).filter((word) => word.startsWith('--'));
  const [first] = ignored;
  if (first !== undefined) {
    const hint = LIMIT_FLAGS.has(first.slice(2)) ? ' It counts with --retry.' : '';
    throw usage(`The specs keep the ${first} that they began with.${hint}`);
  }
  const ended = before?.jobs.filter(({ state }) => flags.retry && state === 'ended') ?? [];
  return new Set(ended.map(({ name }) => name));
}

/** A spec that never became a run, such as an unclear one, is read again: the user may have written it anew. */
function withNewText(
  jobs: readonly BatchJob[],
  path: string,
  again: ReadonlySet<string>,
): readonly BatchJob[] {
  const isNew = ({ name, runId }: BatchJob): boolean => again.has(name) && runId === undefined;
  if (!jobs.some(isNew)) return jobs;
  const texts = new Map(readSpecs(path).map(({ name, text }) => [name, text]));
  return jobs.map((job) => (isNew(job) ? { ...job, spec: texts.get(job.name) ?? job.spec } : job));
}

function typedBudget({ env }: Context): number | null | undefined {
  const typed = env['LOOP_BUDGET'];
  const read =
    typed === undefined ? undefined : readValue({ name: 'budget', kind: 'budget', summary: '' }, typed);
  return read?.ok ? (read.value as number | null) : undefined;
}

function slotsOf({ jobs = 1 }: Request<'run'>['flags']): number {
  if (jobs < 1 || jobs > 64) throw usage('--jobs takes a number from 1 to 64.');
  return jobs;
}
