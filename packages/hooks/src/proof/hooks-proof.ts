import type { Criterion } from '@loopwright/core';
import { isRunFromRepository } from '@loopwright/store';
import type { FinalProof, Prove } from '../ports.ts';
import type { AskJudge } from '../judge/judge-evidence.ts';
import { isAgreed } from './contract.ts';
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
  readonly askJudge: AskJudge;
  now(): number;
  newId(): string;
}

/**
 * Proves a claim for the stop hook. Rejects where a shell of Claude made the stop: nothing of it may go on record, since
 * it could choose the moment. A stop by hand of the user proves nothing new.
 */
export function hooksProof({ place, env, hand, askJudge, now, newId }: HooksCall): Prove {
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
      askJudge,
      limitMs: proofLimitMs(env['LOOP_PROOF_MINUTES']),
      now,
      newId,
    });
  };
}

/** The answer where the hook may run nothing. */
function unseen(checks: readonly Criterion[], reason: string): FinalProof {
  return { unseen: checks.map(({ name }) => ({ criterion: name, reason })), outputs: [] };
}
