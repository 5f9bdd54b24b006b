import { join } from 'node:path';
import { onInterruption } from '@loopwright/checks';
import { countOf, durationText, sanitizeLine } from '@loopwright/core';
import { createGit } from '@loopwright/checks';
import { mergeBranches } from '@loopwright/driver';
import { listRuns, stateFolders } from '@loopwright/store';
import {
  type Answer,
  CliError,
  clientFlags,
  type Context,
  type Env,
  jobLimits,
  openForRun,
  typedFlags,
  usageError,
  versionCommand,
} from 'loopwright/src/parts.ts';
import type { AgentEvent, PullRequestOf } from '../agent/run-agent.ts';
import { runAgent } from '../agent/run-agent.ts';
import type { Fleet } from '../model/fleet.ts';
import type { JobRow } from '../model/job.ts';
import { originOf, readChecks } from './agreed-checks.ts';
import { fleetPlace, type FleetPlace, withFleet, withReady } from './open-fleet.ts';
import { showJob } from './show-job.ts';
import { isNamed, statusAnswer, whyText, wholeName } from './status-answer.ts';
import { reportFleet } from './report-fleet.ts';
import { type FoundSpec, keyOf, readJobs } from './read-jobs.ts';
import { unclearAnswer, unclearSpecs } from './unclear-specs.ts';
import type { Request } from './usage.ts';
import { watchFleet } from './watch-fleet.ts';

/** A journal is of use for so long, if nobody says otherwise. */
const KEEP_DAYS = 30;
/** The end of `work` names so many jobs that are not verified. */
const MAX_LEFT = 20;
/** The most words of the actions that take few; a word that nobody reads was meant for something. */
const MOST_WORDS: Readonly<Record<string, number>> = {
  init: 1,
  work: 0,
  show: 1,
  watch: 1,
  report: 1,
  prune: 0,
};

/** Adds jobs to a fleet, works on them, and shows what became of them. */
export async function fleet(context: Context, request: Request): Promise<Answer> {
  const [action = 'status', ...words] = request.words;
  const stray = words[MOST_WORDS[action] ?? words.length];
  if (stray !== undefined)
    throw usageError(
      `loop fleet ${action} does not read "${sanitizeLine(stray, 80)}". A fleet is named with --fleet.`,
    );
  if (request.handedOn.length > 0 && action !== 'work')
    throw usageError('Options for the client, after --, belong to work.');
  // These may name the place as a word.
  const named = action === 'init' || action === 'watch' ? words[0] : undefined;
  const place = fleetPlace(context, named ?? request.flags.fleet);
  switch (action) {
    case 'init':
      return init(place, request);
    case 'add':
      return add(context, place, request, words);
    case 'work':
      return work(context, place, request);
    case 'status':
      return withReady(place, async (opened) =>
        statusAnswer(await opened.state(), { ...request.flags, keys: words }),
      );
    case 'show':
      requireKeys(action, words);
      return withReady(place, async (opened) => showJob(opened, words[0] ?? '', context.now()));
    case 'watch':
      return watchFleet(context, place);
    case 'prune':
      return withReady(place, async (opened) =>
        pruneAnswer(await opened.prune(request.flags.older ?? KEEP_DAYS)),
      );
    case 'report':
      return withReady(place, async (opened) => reportFleet(context, request, words[0], opened));
    case 'retry':
      return withReady(place, async (opened) => {
        const keys = words.length > 0 ? words : undefined;
        const changed = await retryJobs(context, opened, keys, request.flags);
        return changeAnswer(words, changed);
      });
    case 'cancel':
      requireKeys(action, words);
      return withReady(place, async (opened) => changeAnswer(words, await opened.cancel(words)));
    case 'drain':
      return withReady(place, async (opened) => {
        const drained = await opened.drain(words.length > 0 ? words : undefined);
        return changeAnswer(words.length > 0 ? words : drained, drained);
      });
    default:
      throw new CliError({ exit: 'usage', message: `There is no action ${sanitizeLine(action, 40)}.` });
  }
}

function requireKeys(action: string, keys: readonly string[]): void {
  if (keys.length > 0) return;
  throw new CliError({ exit: 'usage', message: `Which job? loop fleet ${action} <key…>` });
}

/** Puts jobs back; with `--trust-config` their checks count from now on as the config here has them. */
async function retryJobs(
  context: Context,
  opened: Fleet,
  keys: readonly string[] | undefined,
  { fresh, 'trust-config': isTrusted }: Request['flags'],
): Promise<readonly string[]> {
  const options = { fresh: fresh ?? false };
  if (!isTrusted) return opened.retry(keys, options);
  const changed: string[] = [];
  const { jobs } = await opened.state();
  for (const job of jobs.filter((one) => (keys ? isNamed(one, keys) : one.state === 'failed'))) {
    const { consent } = await readChecks(context, job.repo, job.checks, true);
    const again = await opened.retry([wholeName(job)], { ...options, consent });
    if (again.length > 0) changed.push(keys?.includes(wholeName(job)) ? wholeName(job) : job.key);
  }
  return changed;
}

async function init(place: FleetPlace, { flags }: Request): Promise<Answer> {
  if (flags.role !== undefined && place.kind === 'folder')
    throw usageError('A fleet in a folder has no roles; --role is for a PostgreSQL server.');
  await withFleet(place, async (opened) =>
    opened.init({
      ...(flags.role !== undefined && { role: flags.role }),
      ...(flags.budget !== undefined && { budgetUsd: flags.budget }),
      ...(flags.keep !== undefined && { keepDays: flags.keep }),
    }),
  );
  const isDefault = place.kind === 'folder';
  return {
    exit: 'ok',
    json: { fleet: place.shown },
    text: () => [
      `The fleet is ready in ${place.shown}.`,
      ...(isDefault ? [] : ['On every machine, LOOP_FLEET names a file of mode 0600 with the URL.']),
    ],
    next: { words: ['fleet', 'add'], when: 'to add a job' },
  };
}

async function add(
  context: Context,
  place: FleetPlace,
  { flags }: Request,
  words: readonly string[],
): Promise<Answer> {
  const repo = flags.repo ?? repositoryHere(context);
  const specs = specsOf(context, flags.from, flags.key, words, repo);
  const { names, ...agreed } = await readChecks(
    context,
    repo,
    flags.check ?? [],
    flags['trust-config'] ?? false,
  );
  const unclear = unclearSpecs(context, specs, { flags, names });
  if (unclear.length > 0) return unclearAnswer(unclear, specs.length);
  const jobs = specs.map(({ key, spec, needs }) => ({
    key,
    repo,
    spec,
    ...agreed,
    needs: [...needs, ...(flags.needs ?? [])],
    ...(flags.base !== undefined && { base: flags.base }),
    ...(typeof flags.iterations === 'number' && { iterations: flags.iterations }),
    ...(typeof flags.budget === 'number' && { budgetUsd: flags.budget }),
    ...(flags.priority !== undefined && { priority: flags.priority }),
    ...(flags.account !== undefined && { account: flags.account }),
    ...(flags.pr && { pr: true }),
    ...(flags.force && { force: true }),
  }));
  return withReady(place, async (opened) => {
    const { added, replaced, known } = await opened.add(jobs, { replace: flags.replace ?? false });
    return {
      exit: 'ok',
      json: { added, replaced, known },
      text: () => [
        ...added.map((key) => `Added: ${sanitizeLine(key, 200)}`),
        ...replaced.map((key) => `Replaced: ${sanitizeLine(key, 200)}`),
        ...known.map((key) => `Known already, left alone: ${sanitizeLine(key, 200)}`),
      ],
      next: { words: ['fleet', 'work'], when: 'to work on it here' },
    };
  });
}

function specsOf(
  context: Context,
  from: string | undefined,
  key: string | undefined,
  words: readonly string[],
  repo: string,
): readonly FoundSpec[] {
  if (from !== undefined) {
    if (words.length > 0)
      throw new CliError({ exit: 'usage', message: 'Give a spec in words, or --from, but not both.' });
    return readJobs(context, from, repo);
  }
  const spec = words.join(' ').trim();
  if (spec === '') {
    throw new CliError({
      exit: 'usage',
      message: 'What is the job? loop fleet add "<spec>", or --from with a folder or JSON.',
    });
  }
  return [{ key: key ?? keyOf(repo, spec), spec, needs: [] }];
}

function repositoryHere(context: Context): string {
  const origin = originOf(context);
  if (origin !== undefined) return origin;
  throw new CliError({
    exit: 'usage',
    message: 'This folder has no remote `origin`. Say what to clone with --repo.',
  });
}

async function work(context: Context, place: FleetPlace, { flags, handedOn }: Request): Promise<Answer> {
  if (place.kind === 'server' && (place.isExposed || context.env['PGPASSWORD'] !== undefined))
    throw usageError(
      'The tests of every job can read the environment and the arguments of this process, and the password of the fleet is in them.',
      undefined,
      ['Put the URL into a file of mode 0600, and name that with --fleet or LOOP_FLEET.'],
    );
  const worked: { readonly key: string; readonly outcome: string; readonly costUsd: number | null }[] = [];
  let left: readonly JobRow[] = [];
  const limits = jobLimits(context, context.cwd, flags);
  const interruption = new AbortController();
  const ignore = onInterruption(() => interruption.abort());
  try {
    await withReady(place, async (opened) => {
      await runAgent(opened, {
        slots: flags.slots ?? 1,
        folder: join(stateFolders(context.env)[0] ?? context.cwd, 'fleet-agent'),
        command: [process.execPath, context.script],
        env: withoutPasswords(context.env),
        client: () => versionCommand(context, flags),
        limits,
        driverArgs: [...typedFlags(clientFlags, flags), ...(handedOn.length > 0 ? ['--', ...handedOn] : [])],
        mergeBranches,
        openPullRequest: async (place) => openForJob(place, context.env),
        signal: interruption.signal,
        untilEmpty: flags['until-empty'] ?? false,
        onEvent: (event) => {
          context.messages.write(`${eventLine(event, limits === undefined)}\n`);
          if (event.kind === 'ended')
            worked.push({
              key: event.key,
              outcome: event.outcome.kind,
              costUsd: limits ? null : (event.spentUsd ?? null),
            });
        },
      });
      if (!flags['until-empty'] || interruption.signal.aborted) return;
      left = (await opened.state()).jobs.filter(({ state }) => state !== 'verified' && state !== 'cancelled');
    });
  } finally {
    ignore();
  }
  return {
    exit: interruption.signal.aborted ? 'interrupted' : left.length > 0 ? 'unproved' : 'ok',
    json: { worked, left: left.map((job) => ({ key: job.key, state: job.state, reason: whyText(job) })) },
    text: () => [
      `${worked.length} ${worked.length === 1 ? 'job' : 'jobs'} worked on, ${worked.filter(({ outcome }) => outcome === 'verified').length} verified.`,
      ...left
        .slice(0, MAX_LEFT)
        .map((job) => `${sanitizeLine(job.key, 60)}: ${job.state}: ${sanitizeLine(whyText(job), 300)}`),
      ...(left.length > MAX_LEFT ? [`${left.length - MAX_LEFT} further jobs are not verified.`] : []),
    ],
    next: { words: ['fleet', 'status'] },
  };
}

/** A client works for a job, and has no business with the store. */
function withoutPasswords({ LOOP_FLEET: _url, PGPASSWORD: _password, ...env }: Env): Env {
  return env;
}

/** Opens the pull request of a job, as `loop run --pr` does. */
async function openForJob({ folder, branch, base }: PullRequestOf, env: Env): Promise<string | undefined> {
  const run = listRuns(folder).flatMap((one) => one.run ?? [])[0];
  if (!run) throw new Error('The journal of the loop is gone, so there is no report for a pull request.');
  const place = { remote: 'origin', branch, base };
  const opened = await openForRun({ root: folder, run }, createGit(folder, env), place);
  if (typeof opened === 'string') throw new Error(opened);
  return opened.url ?? undefined;
}

function eventLine(event: AgentEvent, isPriced: boolean): string {
  if (event.kind === 'store-silent') return `The fleet does not answer: ${sanitizeLine(event.reason, 200)}`;
  if (event.kind === 'unready') {
    const lines = event.lacks.map((line) => sanitizeLine(line, 500));
    return [...lines, `No job before this is mended; the next look is in ${durationText(event.ms)}.`].join(
      '\n',
    );
  }
  if (event.kind === 'idle') {
    const reason = sanitizeLine(event.reason, 500);
    return event.ms === undefined
      ? `This agent ${reason}`
      : `No new job for ${durationText(event.ms)}: ${reason}`;
  }
  const key = sanitizeLine(event.key, 100);
  switch (event.kind) {
    case 'took':
      return `${key}: begun${event.attempt > 1 ? `, attempt ${event.attempt}` : ''}`;
    case 'stored':
      return `${key}: iteration ${event.iteration} stored`;
    case 'lost':
      return `${key}: another agent has it now`;
    case 'ended': {
      const reason = 'reason' in event.outcome ? `: ${sanitizeLine(event.outcome.reason ?? '', 500)}` : '';
      const cost =
        event.spentUsd === undefined || !isPriced ? 'at an unknown cost' : `$${event.spentUsd.toFixed(2)}`;
      return `${key}: ${event.outcome.kind}, ${cost}${reason}`;
    }
  }
}

function pruneAnswer(keys: readonly string[]): Answer {
  return {
    exit: 'ok',
    json: { pruned: keys },
    text: () => [`The journals of ${countOf(keys.length, 'job')} are gone; their results stay.`],
  };
}

function changeAnswer(wanted: readonly string[], changed: readonly string[]): Answer {
  const unchanged = wanted.filter((one) => !changed.includes(one));
  return {
    exit: unchanged.length > 0 ? 'error' : 'ok',
    json: { changed, unchanged },
    text: () => [
      ...changed.map((one) => `Done: ${sanitizeLine(one, 200)}`),
      ...unchanged.map((one) => `Left as it is: ${sanitizeLine(one, 200)}`),
    ],
    next: { words: ['fleet', 'status'] },
  };
}
