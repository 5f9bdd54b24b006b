import { existsSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { onInterruption, watchGroups } from '@loopwright/checks';
import {
  DEFAULT_LIMITS,
  batchExit,
  type Hold,
  holdForLimit,
  nextJobs,
  resumedJobs,
  stateAfter,
} from '@loopwright/core';
import {
  branchOf,
  GitError,
  MAX_WAIT_MS,
  mergeBranches,
  readLimitEnd,
  readRepository,
  type Repository,
  workTreePath,
} from '@loopwright/driver';
import { listRuns } from '@loopwright/store';
import { typedFlags } from '../../../flags/typed-flags.ts';
import { readValue } from '../../../flags/read-value.ts';
import type { Answer } from '../../../program/answer.ts';
import { CliError } from '../../../program/cli-error.ts';
import type { Context, Request } from '../../../program/context.ts';
import type { ExitName } from '../../../program/exit-codes.ts';
import { findNewRoot } from '../../../session/place.ts';
import { localInstant } from '../../../terminal/local-time.ts';
import { definition } from '../definition.ts';
import { batchAnswer } from './batch-answer.ts';
import {
  type BatchJob,
  type BatchKey,
  isDrivenNow,
  readBatch,
  type RememberedBatch,
  writeBatch,
} from './batch-memory.ts';
import { readSpecs } from './read-specs.ts';
import { runJob, type JobAnswer } from './run-job.ts';

/** Flags of the batch itself. No run gets them. */
const OWN_FLAGS = new Set([
  'specs',
  'jobs',
  'budget',
  'worktree',
  'base',
  'resume',
  'retry',
  'take-over',
  'spec-file',
]);
/** These may be given again with `--resume`. */
const CLIENT_FLAGS = new Set([
  'claude',
  'model',
  'permission-mode',
  'plugin',
  'progress',
  'max-wait',
  'iteration-timeout',
]);

/** With `--retry` these raise the limits of the specs that run again. */
const LIMIT_FLAGS = new Set(['iterations', 'minutes', 'tokens']);
/** How long at most the batch sleeps before it reads the clock again. */
const SLEEP_MS = 60_000;

/**
 * Runs several specs, each in a work tree and a process of its own, `--jobs` of them at once, in the order of their
 * needs and within one budget. The batch is stored after each step; `--resume` continues all its specs.
 */
export async function runBatch(context: Context, request: Request<'run'>, specs: string): Promise<Answer> {
  const { flags, words } = request;
  if (
    words.length > 0 ||
    flags['spec-file'] !== undefined ||
    flags.worktree !== undefined ||
    flags.base !== undefined
  ) {
    throw usage('--specs has all specs, and each gets a work tree of its own.');
  }
  const home = findNewRoot(context);
  const repository = await readRepository(home, context.env);
  if (!repository?.head)
    throw failed('Several specs need a git repository with a commit: each gets a work tree.');
  const path = resolve(context.cwd, specs);
  const key: BatchKey = [home, existsSync(path) ? realpathSync(path) : path];
  const before = readBatch(key);
  if (before && isDrivenNow(before)) throw failed('Another loop run works on these specs now.');
  const again = flags.resume ? wantedAgain(request, before) : new Set<string>();
  const batch = flags.resume
    ? resumed(request, { before, path, again }, repository)
    : begun(context, request, path, before);
  writeBatch(key, batch);
  if (flags.resume) for (const line of restLines(batch)) context.messages.write(`[LOOP] ${line}\n`);
  await drive(context, request, { key, home, repository, batch, again });
  return batchAnswer(batch, specs, exitOf(batch));
}

/** Everything that a working batch needs. The batch itself changes. */
interface Drive {
  readonly key: BatchKey;
  readonly home: string;
  readonly repository: Repository;
  readonly batch: RememberedBatch;
  /** The names of the specs that ended and run again. A spec leaves this set once it has started. */
  readonly again: Set<string>;
}

/** The specs that `--retry` wants to run again. Throws `CliError` for flags that a resumed batch would ignore. */
function wantedAgain({ flags }: Request<'run'>, before: RememberedBatch | undefined): Set<string> {
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

/** Says which specs a resumed batch leaves alone. */
function restLines({ jobs }: RememberedBatch): readonly string[] {
  const done = jobs.filter(({ state }) => state === 'done').map(({ name }) => name);
  const ended = jobs.filter(({ state }) => state === 'ended').map(({ name, exit }) => `${name} (${exit})`);
  return [
    ...(done.length > 0 ? [`Done already: ${done.join(', ')}`] : []),
    ...(ended.length > 0 ? [`Ended, and not run again without --retry: ${ended.join(', ')}`] : []),
  ];
}

function begun(
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
  const tag = context
    .newId()
    .replaceAll(/[^a-z0-9]/gi, '')
    .slice(0, 6);
  return {
    budgetUsd: flags.budget === undefined ? usualBudget(context) : flags.budget,
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

function resumed(
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

/** Reads run, cost and limit of a job from its journal. A killed driver has not stored them. */
function readJob(repository: Repository, { tree }: Pick<BatchJob, 'tree'>): Partial<BatchJob> {
  const [latest] = listRuns(rootOf(repository, tree)).flatMap(({ run }) => run ?? []);
  const [frame] = latest?.frames ?? [];
  if (!latest || !frame) return {};
  return { runId: latest.id, spentUsd: frame.spend.usd, capUsd: frame.limits.budgetUsd };
}

function rootOf(repository: Repository, tree: string): string {
  return join(workTreePath(repository, tree), repository.prefix);
}

/** Starts jobs until none can start and none runs. */
async function drive(
  context: Context,
  request: Request<'run'>,
  { key, home, repository, batch, again: wanted }: Drive,
): Promise<void> {
  const running = new Map<string, { readonly pid?: number; readonly ended: Promise<void> }>();
  const watch = watchGroups();
  const interruption = new AbortController();
  const { signal } = interruption;
  const pids = (): readonly number[] => [...running.values()].flatMap(({ pid }) => pid ?? []);
  const ignore = onInterruption(() => {
    interruption.abort();
    for (const pid of pids()) interrupt(pid);
  });
  const change = (name: string, more: Partial<BatchJob>): void => {
    const index = batch.jobs.findIndex((job) => job.name === name);
    batch.jobs[index] = { ...(batch.jobs[index] as BatchJob), ...more };
    writeBatch(key, batch);
  };
  const work = async (job: BatchJob, capUsd: number | null): Promise<void> => {
    const args = await argsOf(job, capUsd);
    if (typeof args === 'string') {
      change(job.name, { state: 'ended', exit: 'error', problem: args });
      return;
    }
    change(job.name, { state: 'running', capUsd });
    const answer = await runJob({
      name: job.name,
      script: context.script,
      args: [...args, ...(request.handedOn.length > 0 ? ['--', ...request.handedOn] : [])],
      input: job.spec,
      cwd: home,
      env: context.env,
      onStart: (pid) => {
        const entry = running.get(job.name);
        if (entry) running.set(job.name, { ...entry, pid });
        watch.tell(pids());
        if (signal.aborted) interrupt(pid);
      },
      onLine: (line) => context.messages.write(`${line}\n`),
    });
    change(job.name, { ...readJob(repository, job), ...resultOf(answer) });
  };
  /** The arguments of `loop run` for a job, or why it can't start. */
  const argsOf = async (job: BatchJob, capUsd: number | null): Promise<readonly string[] | string> => {
    const known = readJob(repository, job);
    if (known.runId !== undefined) {
      const more = capUsd === null ? 0 : capUsd - (known.capUsd ?? capUsd);
      const isAgain = wanted.delete(job.name);
      const again = flagsFor(
        request.flags,
        (name) => CLIENT_FLAGS.has(name) || (isAgain && LIMIT_FLAGS.has(name)),
      );
      const place = ['--project', rootOf(repository, job.tree), '--run', known.runId];
      return [
        'run',
        '--resume',
        '--json',
        ...place,
        ...(more > 0 ? ['--budget', usdText(more)] : []),
        ...again,
      ];
    }
    try {
      const base = await mergeBranches(repository.git, await branchesFor(repository, batch.jobs, job));
      const budget = capUsd === null ? 'none' : usdText(capUsd);
      return [
        'run',
        '-',
        '--json',
        ...batch.flags,
        `--worktree=${job.tree}`,
        '--base',
        base,
        '--budget',
        budget,
      ];
    } catch (error) {
      if (error instanceof GitError) return `${error.message}\n${error.output}`.trim();
      throw error;
    }
  };
  let told: number | undefined;
  const holdNow = (): Hold =>
    holdForLimit(
      batch.jobs.map(({ state, exit, tree, runId }) => {
        const root = rootOf(repository, tree);
        const id = state === 'running' ? readJob(repository, { tree }).runId : runId;
        return { state, exit, limitEndsAt: id === undefined ? undefined : readLimitEnd({ root, runId: id }) };
      }),
      { now: context.now(), maxWaitMs: request.flags['max-wait'] ?? MAX_WAIT_MS },
    );
  const sleep = async (until: number, by: AbortSignal): Promise<void> => {
    const timeMs = Math.max(0, Math.min(SLEEP_MS, until - context.now()));
    await wait(timeMs, undefined, { signal: by }).catch(() => undefined);
  };
  try {
    for (;;) {
      const ready = signal.aborted ? [] : nextJobs(batch);
      const hold: Hold = ready.length === 0 ? { kind: 'open' } : holdNow();
      if (hold.kind === 'wait' && hold.until !== told) {
        told = hold.until;
        context.messages.write(`[LOOP] Rate limit: no further spec starts before ${localInstant(told)}\n`);
      }
      for (const { name, capUsd } of hold.kind === 'open' ? ready : []) {
        const job = batch.jobs.find((one) => one.name === name) as BatchJob;
        change(name, { state: 'running', capUsd: capUsd ?? null });
        const ended = work({ ...job }, capUsd).finally(() => running.delete(name));
        running.set(name, { ended });
      }
      if (running.size === 0 && hold.kind !== 'wait') return;
      const waits = new AbortController();
      await Promise.race([
        ...[...running.values()].map(({ ended }) => ended),
        ...(hold.kind === 'wait' ? [sleep(hold.until, AbortSignal.any([signal, waits.signal]))] : []),
      ]);
      waits.abort();
    }
  } finally {
    ignore();
    await watch.close();
  }
}

/** The branches of all that a job needs, also indirectly. A job without commits has no branch any more. */
async function branchesFor(
  { git }: Repository,
  jobs: readonly BatchJob[],
  { needs }: BatchJob,
): Promise<readonly string[]> {
  const names = new Set(needs);
  for (const name of names) jobs.find((one) => one.name === name)?.needs.forEach((more) => names.add(more));
  const refs = jobs.flatMap(({ name, tree }) => (names.has(name) ? [`refs/heads/${branchOf(tree)}`] : []));
  const found: string[] = [];
  for (const ref of refs) if (await git.ask(['rev-parse', '--verify', '--quiet', ref])) found.push(ref);
  return found;
}

function interrupt(pid: number): void {
  try {
    process.kill(pid, 'SIGINT');
  } catch {
    // It has ended meanwhile.
  }
}

/** Translates the answer of `loop run --json` into the state of its job. A job without an answer was killed. */
function resultOf(answer: JobAnswer): Partial<BatchJob> {
  if (answer === undefined) return { state: 'paused', exit: 'interrupted' };
  const { error, exit, costUsd, delivery, run } = answer as {
    readonly error?: { readonly code: string; readonly message: string };
    readonly exit?: string;
    readonly costUsd?: number;
    readonly run?: { readonly id: string };
    readonly delivery?: {
      readonly folder: string | null;
      readonly branch: string | null;
      readonly problem: string | null;
      readonly pullRequest: { readonly url: string | null } | null;
    };
  };
  if (error) return { state: stateAfter(error.code), exit: error.code, problem: error.message };
  const name = exit ?? 'unclear';
  return {
    state: stateAfter(name),
    exit: name,
    problem: delivery?.problem ?? undefined,
    ...(costUsd !== undefined && { spentUsd: costUsd }),
    ...(run && { runId: run.id }),
    ...(delivery && {
      folder: delivery.folder,
      pullRequest: delivery.pullRequest?.url ?? null,
      ...(delivery.branch !== null && { branch: delivery.branch }),
    }),
  };
}

function exitOf(batch: RememberedBatch): ExitName {
  return batchExit(batch.jobs);
}

function flagsFor(flags: Request<'run'>['flags'], isWanted: (name: string) => boolean): string[] {
  const wanted = definition.flags.filter(({ name }) => isWanted(name));
  return [...typedFlags(wanted, flags)];
}

function usualBudget({ env }: Context): number | null {
  const typed = env['LOOP_BUDGET'];
  const read =
    typed === undefined ? undefined : readValue({ name: 'budget', kind: 'budget', summary: '' }, typed);
  return read?.ok ? (read.value as number | null) : DEFAULT_LIMITS.budgetUsd;
}

function slotsOf({ jobs = 1 }: Request<'run'>['flags']): number {
  if (jobs < 1 || jobs > 64) throw usage('--jobs takes a number from 1 to 64.');
  return jobs;
}

/** Six digits after the point, as much as the flag takes; never more than was meant. */
function usdText(usd: number): string {
  return (Math.floor(usd * 1e6) / 1e6).toFixed(6);
}

function failed(message: string): CliError {
  return new CliError({ exit: 'error', message: `${message} Nothing was started.` });
}

function usage(message: string): CliError {
  return new CliError({ exit: 'usage', message, next: { words: ['help', 'run'] } });
}
