import { DEFAULT_TTL_MS, noticeText, type Run, isOpen, type CommandCheck } from '@loopwright/core';
import { claimRun, listRuns, openRun, type OpenRun, startRun } from '@loopwright/store';
import type { PlanScore } from '@loopwright/scoring';
import { checkLine, isAgreedHere, namedChecks, namedIn } from '../../config/named-check.ts';
import { offer } from '../../config/offer.ts';
import { readConfigs } from '../../config/read-configs.ts';
import { withConfigs } from '../../config/with-configs.ts';
import { describeRun } from '../../session/describe-run.ts';
import { readStartFacts } from '../../session/start-facts.ts';
import { untrusted } from '../../session/open-trusted.ts';
import { findNewRoot, findPlace } from '../../session/place.ts';
import { readSpec } from '../../plan/read-spec.ts';
import { LEAST_POINTS } from '../../plan/least-points.ts';
import { planStart, tooLarge } from '../../plan/start-plan.ts';
import { CliError } from '../../program/cli-error.ts';
import type { Context, Env, Request } from '../../program/context.ts';
import { rejectionError } from './rejection-error.ts';

/** An open run for a driver, or the score of an unclear spec. */
export type Begun =
  | { readonly status: 'open'; readonly opened: OpenRun; readonly notices: readonly string[] }
  | { readonly status: 'unclear'; readonly score: PlanScore; readonly offered: readonly string[] };

/** Starts a new run for a driver. Its first client gets the session of the run. */
export async function startForDriver(
  context: Context,
  { words, flags: typed }: Request<'run'>,
  iterationTimeoutMs: number,
): Promise<Begun> {
  const sessionId = context.newId();
  const root = findNewRoot(context);
  const configs = await readConfigs(context.env, root);
  const flags = withConfigs(typed, configs, context.env);
  if (flags['trust-config'] !== true) requireAgreement(context.env, root, namedIn(flags.check, configs));
  const { command, score } = planStart(context, {
    spec: readSpec(context, { words, specFile: flags['spec-file'] }),
    sessionId,
    // A run is not to be taken for stale while a client of it may still work.
    user: { ttl: Math.max(DEFAULT_TTL_MS, 2 * iterationTimeoutMs), ...flags },
    mode: flags.mode,
    isHeadless: true,
    names: namedChecks(context.env, root, configs, { isTrusted: flags['trust-config'] === true }),
  });
  if (score.total < LEAST_POINTS && flags.force !== true)
    return { status: 'unclear', score, offered: offer(configs) };
  const facts = readStartFacts(context, { root, sessionId: undefined }, flags);
  const started = startRun({ root, sessionId }, { ...command, ...facts.fields });
  switch (started.status) {
    case 'started':
      facts.keep(started.opened.run.id);
      return {
        status: 'open',
        opened: started.opened,
        notices: [
          ...started.decision.notices.map(noticeText),
          ...(command.criteria?.some(({ check }) => check) ? [] : offer(configs)),
        ],
      };
    case 'rejected':
      throw rejectionError(started.decision.rejected, 'usage');
    case 'too-large':
      throw tooLarge(started.maxBytes);
    case 'exists':
      throw rejectionError({ code: 'already-running' }, 'error');
  }
}

/** Throws `CliError` for a check of a config that the user has not agreed to. */
function requireAgreement(env: Env, root: string, named: ReadonlyMap<string, CommandCheck>): void {
  const open = [...named].filter(([name, check]) => !isAgreedHere(env, root, name, check));
  if (open.length === 0) return;
  throw new CliError({
    exit: 'error',
    message:
      'These commands come with the project, and you have not agreed to them yet. Nothing was started.',
    details: [
      ...open.map(([name, check]) => checkLine(name, check)),
      'To run them this once, as in CI: --trust-config. Or give the command itself: --check "NAME=COMMAND".',
    ],
    next: { words: ['config', 'agree', ...open.map(([name]) => name)], when: 'in a terminal of your own' },
  });
}

/** Opens the run that `--run` names, else the project's only open run. */
export function openToResume(context: Context): OpenRun {
  const { root } = findPlace(context);
  const wanted = context.flags.run;
  const all =
    root === undefined ? [] : listRuns(root).flatMap(({ run, path }) => (run ? [{ run, path }] : []));
  const open = all.filter(({ run }) => (wanted === undefined ? isOpen(run) : run.id.startsWith(wanted)));
  const [only] = open;
  if (root === undefined || !only)
    throw nothing(
      'There is no run here to go on with.',
      all.map(({ run }) => run),
    );
  if (open.length > 1) {
    throw nothing(
      `There are ${open.length} runs to go on with; say which one with --run.`,
      open.map(({ run }) => run),
    );
  }
  if (!isOpen(only.run)) throw nothing(`That run is ${only.run.status}.`, [only.run]);
  const opened = openRun({ root, sessionId: only.run.session });
  if (opened.status === 'unsafe') throw untrusted(opened);
  return opened.status === 'open' ? opened : claimUnnamed(context, root, only.path);
}

/** A driver that was killed while it moved the journal left a journal under the name of another session. */
function claimUnnamed(context: Context, root: string, path: string): OpenRun {
  const claimed = claimRun({ root, path, sessionId: context.newId(), at: context.now() });
  if (claimed.status === 'claimed') return claimed.opened;
  throw nothing('The run was taken over by another session first, or it is gone.', []);
}

function nothing(message: string, runs: readonly Run[]): CliError {
  return new CliError({
    exit: 'no-loop',
    message,
    details: runs.slice(0, 10).map(describeRun),
    next: { words: ['help', 'run'] },
  });
}
