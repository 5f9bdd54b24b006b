import { DEFAULT_TTL_MS, noticeText, type Run, isOpen } from '@loopwright/core';
import { claimRun, listRuns, openRun, type OpenRun, startRun } from '@loopwright/store';
import type { PlanScore } from '@loopwright/scoring';
import { describeRun } from '../../session/describe-run.ts';
import { readStartFacts } from '../../session/start-facts.ts';
import { untrusted } from '../../session/open-trusted.ts';
import { findNewRoot, findPlace } from '../../session/place.ts';
import { readSpec } from '../../plan/read-spec.ts';
import { LEAST_POINTS } from '../../plan/least-points.ts';
import { planStart, tooLarge } from '../../plan/start-plan.ts';
import { CliError } from '../../program/cli-error.ts';
import type { Context, Request } from '../../program/context.ts';
import { rejectionError } from './rejection-error.ts';

/** An open run for a driver, or the score of an unclear spec. */
export type Begun =
  | { readonly status: 'open'; readonly opened: OpenRun; readonly notices: readonly string[] }
  | { readonly status: 'unclear'; readonly score: PlanScore };

/** Starts a new run for a driver. Its first client gets the session of the run. */
export function startForDriver(
  context: Context,
  { words, flags }: Request<'run'>,
  iterationTimeoutMs: number,
): Begun {
  const sessionId = context.newId();
  const { command, score } = planStart(context, {
    spec: readSpec(context, { words, specFile: flags['spec-file'] }),
    sessionId,
    // A run is not to be taken for stale while a client of it may still work.
    user: { ttl: Math.max(DEFAULT_TTL_MS, 2 * iterationTimeoutMs), ...flags },
    mode: flags.mode,
    isHeadless: true,
  });
  if (score.total < LEAST_POINTS && flags.force !== true) return { status: 'unclear', score };
  const root = findNewRoot(context);
  const facts = readStartFacts(context, { root, sessionId: undefined }, flags);
  const started = startRun({ root, sessionId }, { ...command, ...facts.fields });
  switch (started.status) {
    case 'started':
      facts.keep(started.opened.run.id);
      return { status: 'open', opened: started.opened, notices: started.decision.notices.map(noticeText) };
    case 'rejected':
      throw rejectionError(started.decision.rejected, 'usage');
    case 'too-large':
      throw tooLarge(started.maxBytes);
    case 'exists':
      throw rejectionError({ code: 'already-running' }, 'error');
  }
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
