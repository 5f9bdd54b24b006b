import { randomUUID } from 'node:crypto';
import { type Criterion, decide, fold, type Run } from '@loopwright/core';
import { auditJournal, isRunFromRepository, type LoopJournal } from '@loopwright/store';
import type { FinalProof, Prove } from '../ports.ts';
import { askJudge } from '../judge/ask-judge.ts';
import { findJudgeClient } from '../judge/find-client.ts';
import { breachOfContract, isAgreed } from './contract.ts';
import { isHandMade, isShellMade } from './hand-made.ts';
import { proofLimitMs } from './proof-limit.ts';
import { proveClaim } from './prove-claim.ts';
import type { Env, Place } from './state-file.ts';

/** One call of the stop hook. */
export interface HooksCall {
  readonly place: Place;
  readonly env: Env;
  /** How `loop hook` made the call; undefined for the client's own. */
  readonly hand: 'try' | 'really' | undefined;
}

/**
 * Proves a claim for the stop hook. Rejects where a shell of Claude made the stop: nothing of it may go on record, since
 * it could choose the moment. A stop by hand of the user proves nothing new.
 */
export function hooksProof({ place, env, hand }: HooksCall): Prove {
  return async (session, checks) => {
    if (isRunFromRepository(place)) return unseen(checks, 'the loop was not started on this machine');
    const isForged = hand === 'really' ? isShellMade(place.sessionId, env) : !hand && isHandMade(place, env);
    if (isForged)
      throw new Error('this stop comes from a shell of Claude, not from the client. Nothing was recorded');
    if (hand) return unseen(checks, 'this stop was made by hand, not by the client');
    return proveClaim(session, checks, {
      root: place.root,
      isAgreed: (criterion) => isAgreed(place, env, criterion, session.run.id),
      env,
      askJudge: (check, run, call) => {
        const program = findJudgeClient(env, place.root);
        return askJudge(check, { root: place.root, run, env, program, askedBy: 'hook' }, call);
      },
      limitMs: proofLimitMs(env['LOOP_PROOF_MINUTES']),
      now: Date.now,
      newId: randomUUID,
    });
  };
}

/** Says why a claim of this run is no proof: its records are not sound, or it lacks checks that the user typed. */
export function auditRun(
  { run, journal }: { readonly run: Run; readonly journal: LoopJournal },
  place: Place,
  env: Env,
): string | undefined {
  return auditJournal(journal, { decide, fold }) ?? breachOfContract(place, env, run);
}

/** The answer where the hook may run nothing. */
function unseen(checks: readonly Criterion[], reason: string): FinalProof {
  return { unseen: checks.map(({ name }) => ({ criterion: name, reason })), outputs: [] };
}
