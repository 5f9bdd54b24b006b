import { join } from 'node:path';
import { DEFAULT_TTL_MS, sanitizeLine, noticeText, type Run, isOpen } from '@loopwright/core';
import { branchOf, changedPaths, listWorkTrees, readRepository } from '@loopwright/driver';
import { claimRun, listRuns, openRun, type OpenRun, startRun, type Started } from '@loopwright/store';
import type { PlanScore } from '@loopwright/scoring';
import { NOT_ENGLISH } from '../../answers/score-report.ts';
import { isTrusted, requireAgreement } from '../../config/agreement.ts';
import { availableChecks, namedChecks, namedIn } from '../../config/named-check.ts';
import { readConfigs } from '../../config/read-configs.ts';
import { withConfigs } from '../../config/settings.ts';
import { authorOf } from '../../session/author.ts';
import { describeRun, shortId } from '../../session/run-summary.ts';
import { readStartFacts } from '../../session/start-facts.ts';
import { untrusted } from '../../session/locate-run.ts';
import { findNewRoot, findPlace } from '../../session/place.ts';
import { readSpec } from '../../plan/read-spec.ts';
import { LEAST_POINTS } from '../../plan/least-points.ts';
import { planStart, tooLarge } from '../../plan/start-plan.ts';
import { CliError } from '../../program/cli-error.ts';
import type { Context, Env, Request } from '../../program/context.ts';
import { type Delivery, readDelivery, writeDelivery } from './delivery/delivery.ts';
import { planDelivery, treeName } from './delivery/plan-delivery.ts';
import { rejectionError } from './rejection-error.ts';

/** An open run for a driver, or the score of an unclear spec. */
export type Begun =
  | {
      readonly status: 'open';
      readonly opened: OpenRun;
      readonly notices: readonly string[];
      readonly delivery?: Delivery | undefined;
    }
  | { readonly status: 'unclear'; readonly score: PlanScore; readonly offered: readonly string[] };

/** Starts a new run for a driver. Its first client gets the session of the run. */
export async function startForDriver(
  context: Context,
  { words, flags: typed }: Request<'run'>,
  iterationTimeoutMs: number,
): Promise<Begun> {
  const sessionId = context.newId();
  const home = findNewRoot(context);
  const planned = await planDelivery(context, home, typed);
  const configs = await readConfigs(context.env, home);
  const flags = withConfigs(typed, configs, context.env);
  const named = namedIn(flags.check, configs);
  const isTrusting = isTrusted(flags['trust-config'], named);
  if (!isTrusting) requireAgreement(context.env, home, named);
  const spec = readSpec(context, { words, specFile: flags['spec-file'] });
  const { command, score } = planStart(context, {
    spec,
    sessionId,
    // A run is not to be taken for stale while a client of it may still work.
    user: { ttl: Math.max(DEFAULT_TTL_MS, 2 * iterationTimeoutMs), ...flags },
    mode: flags.mode,
    isHeadless: true,
    names: namedChecks(context.env, home, configs, { isTrusted: isTrusting }),
  });
  if (score.total < LEAST_POINTS && score.isEnglish && flags.force !== true)
    return { status: 'unclear', score, offered: availableChecks(configs) };
  const place = await planned?.open(treeName(spec ?? '', command.runId));
  const root = place?.root ?? home;
  try {
    const facts = readStartFacts(context, root, 'driver', flags);
    const started = startRun({ root, sessionId }, { ...command, ...facts.fields });
    if (started.status !== 'started') throw notStarted(started);
    const { opened, decision } = started;
    facts.keep(opened.run.id);
    if (place) writeDelivery({ root, runId: opened.run.id }, place.delivery);
    return {
      status: 'open',
      opened,
      notices: [
        ...(score.isEnglish
          ? []
          : [`${NOT_ENGLISH} It has ${score.total} of 10 points, and the run goes on.`]),
        ...decision.notices.map(noticeText),
        ...(place?.notices ?? (await dirtyNotice(home, context.env))),
        ...(command.criteria?.some(({ check }) => check) ? [] : availableChecks(configs)),
      ],
      delivery: place?.delivery,
    };
  } catch (error) {
    await place?.undo();
    throw error;
  }
}

/** Why a run could not be started. */
function notStarted(started: Exclude<Started, { readonly status: 'started' }>): CliError {
  switch (started.status) {
    case 'rejected':
      return rejectionError(started.decision.rejected, 'usage');
    case 'too-large':
      return tooLarge(started.maxBytes);
    case 'exists':
      return rejectionError({ code: 'already-running' }, 'error');
  }
}

/** Says that the work begins on changes of the user, which no commit holds. */
async function dirtyNotice(root: string, env: Env): Promise<readonly string[]> {
  const repository = await readRepository(root, env);
  const dirty = repository ? await changedPaths(repository.git) : [];
  if (dirty.length === 0) return [];
  const named = dirty.slice(0, 3).map((path) => sanitizeLine(path, 100));
  const more = dirty.length > named.length ? ` and ${dirty.length - named.length} more` : '';
  return [`Not committed before this run: ${named.join(', ')}${more}. Claude works on top of these changes.`];
}

/** A run that can go on, and where it is. */
interface Resumable {
  readonly root: string;
  readonly path: string;
  readonly run: Run;
  readonly delivery: Delivery | undefined;
}

/**
 * Opens the run that `--run` names, else the only one that can go on: of the project, and of the work trees that were
 * made for it. A run whose work is not delivered yet can go on, too.
 */
export async function openToResume(context: Context): Promise<Extract<Begun, { status: 'open' }>> {
  const root = findPlace(context).root ?? findNewRoot(context);
  const wanted = context.flags.run;
  const all = (await rootsOf(context, root)).flatMap(resumablesIn);
  const open = all.filter((one) => (wanted === undefined ? canGoOn(one) : one.run.id.startsWith(wanted)));
  const [only] = open;
  if (!only) throw nothing('There is no run here to go on with.', all);
  if (open.length > 1) {
    throw nothing(`There are ${open.length} runs to go on with; say which one with --run.`, open);
  }
  if (!canGoOn(only)) throw nothing(`That run is ${only.run.status}.`, [only]);
  refuseClaude(context, only.root, only.run);
  const { delivery } = only;
  const opened = openRun({ root: only.root, sessionId: only.run.session });
  if (opened.status === 'unsafe') throw untrusted(opened);
  return {
    status: 'open',
    notices: [],
    opened: opened.status === 'open' ? opened : claimUnnamed(context, only.root, only.path),
    delivery,
  };
}

function canGoOn({ run, delivery }: Resumable): boolean {
  return isOpen(run) || (run.status === 'completed' && delivery !== undefined && delivery.isDone !== true);
}

function resumablesIn(root: string): Resumable[] {
  return listRuns(root).flatMap(({ run, path }) =>
    run ? [{ root, path, run, delivery: readDelivery({ root, runId: run.id }) }] : [],
  );
}

/** The project, and the same folder in each linked work tree that `--worktree` made. */
async function rootsOf({ env }: Context, root: string): Promise<readonly string[]> {
  const repository = await readRepository(root, env);
  if (!repository) return [root];
  const trees = await listWorkTrees(repository.git);
  const linked = trees
    .filter(({ branch, path }) => branch?.startsWith(branchOf('')) && path !== repository.top)
    .map(({ path }) => join(path, repository.prefix));
  return [root, ...linked];
}

/**
 * A driver takes a run as its journal has it: it vouches for the checks that stand there, and its flags are the user's
 * words. So Claude can't resume one. Throws `CliError` in a shell of Claude.
 */
function refuseClaude({ env }: Context, root: string, run: Run): void {
  if (authorOf(env, { root, sessionId: run.session }) === 'user') return;
  throw new CliError({
    exit: 'error',
    message:
      'Only the user can let a driver go on with a run: it would vouch for whatever stands in its journal.',
    next: {
      words: ['run', '--resume', '--run', shortId(run.id)],
      when: 'for the user, in a terminal of their own',
    },
  });
}

/** A driver that was killed while it moved the journal left a journal under the name of another session. */
function claimUnnamed(context: Context, root: string, path: string): OpenRun {
  const claimed = claimRun({ root, path, sessionId: context.newId(), at: context.now() });
  if (claimed.status === 'claimed') return claimed.opened;
  throw nothing('The run was taken over by another session first, or it is gone.', []);
}

function nothing(message: string, runs: readonly Resumable[]): CliError {
  return new CliError({
    exit: 'no-loop',
    message,
    details: runs.slice(0, 10).map(({ run }) => describeRun(run)),
    next: { words: ['help', 'run'] },
  });
}
