import type { Env } from '@loopwright/checks';
import type { Criterion, Run } from '@loopwright/core';
import { auditJournal, isRunFromRepository, type OpenRun, projectViews } from '@loopwright/store';
import type { HookSession } from '../edge/open-ports.ts';
import type { FinalProof, SessionRun } from '../ports.ts';
import { type Consent, readConsent } from './contract.ts';
import { openWork } from './open-work.ts';
import { proveClaim } from './prove-claim.ts';
import { callerOf, isShellMade } from './who-acts.ts';

/** The most minutes that the checks of one claim may take together. The client ends the hook a minute later. */
const MOST_MINUTES = 10;

/** What a claim in a session rests on. */
export type Claim = Pick<SessionRun, 'audit' | 'work'> & {
  prove(session: SessionRun, checks: readonly Criterion[]): Promise<FinalProof>;
};

/** Opens a claim of a session for the stop hook: the work, the records, and the user's consent. */
export function openClaim(opened: OpenRun, { cwd, env, hand }: HookSession): Claim {
  const { root, sessionId } = opened;
  const place = { root, sessionId };
  let consent: Consent | undefined;
  const consentOf = (): Consent => (consent ??= readConsent(place, env, opened.run.id));
  return {
    work: openWork(opened, cwd),
    audit: () => auditRun(opened, consentOf()),
    // Rejects where a shell of Claude made the stop: nothing of it may go on record, since it could choose the moment.
    prove: async (session, checks) => {
      const runNone = (reason: string): FinalProof => ({
        unseen: checks.map(({ name }) => ({ criterion: name, reason })),
        outputs: [],
      });
      if (isRunFromRepository(place)) return runNone('the loop was not started on this machine');
      if (hand === 'really' ? isShellMade(sessionId, env) : !hand && callerOf(place, env) === 'other')
        throw new Error('this stop comes from a shell of Claude, not from the client. Nothing was recorded');
      if (hand) return runNone('this stop was made by hand, not by the client');
      return proveClaim(session, checks, {
        root,
        isAgreed: consentOf().isAgreed,
        env,
        isClaim: true,
        limitMs: proofLimitMs(env['LOOP_PROOF_MINUTES']),
        now: Date.now,
      });
    },
  };
}

/** The run whose end was recorded by the stop of this time, which was killed before its answer. Its views are anew. */
export function endOfKilledStop(opened: OpenRun | undefined, stopAt: string, env: Env): Run | undefined {
  if (!opened || String(opened.run.ending?.at) !== stopAt) return undefined;
  const { ending, id } = opened.run;
  if (ending?.kind === 'verified' && auditRun(opened, readConsent(opened, env, id)) !== undefined)
    return undefined;
  projectViews(opened, Date.now());
  return opened.run;
}

/** Says why a claim of this run is no proof: its records are not sound, or it lacks checks that the user typed. */
function auditRun({ run, journal }: OpenRun, consent: Consent): string | undefined {
  return auditJournal(journal) ?? consent.breach(run);
}

/** How long the checks of one claim may take: `LOOP_PROOF_MINUTES`, from 0 to 10; 10 by default. */
function proofLimitMs(setting = ''): number {
  const minutes = setting.trim() === '' ? MOST_MINUTES : Number(setting);
  return (minutes >= 0 ? Math.min(minutes, MOST_MINUTES) : MOST_MINUTES) * 60_000;
}
