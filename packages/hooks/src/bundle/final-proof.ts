import type { Run } from '@loopwright/core';
import { auditJournal, type LoopJournal, type Rules } from '@loopwright/store';
import type { AskJudge } from '../judge/judge-evidence.ts';
import type { Env, Place } from '../proof/agreed-checks.ts';
import { type HooksCall, hooksProof as proofOf } from '../proof/hooks-proof.ts';
import { breachOfContract } from '../proof/users-contract.ts';
import type { Prove } from '../ports.ts';

export { toTrial, WRITES_NOTHING } from '../edge/trial.ts';
export { isHandMade } from '../proof/hand-made.ts';
export { approveTyped } from '../proof/approve-checks.ts';
export { rememberPrompt } from '../proof/named-agreement.ts';
export { rememberWords } from '../proof/typed-words.ts';
export { rememberContract, settleContract } from '../proof/users-contract.ts';

/** The part of the bundle that asks judges. Only a claim that a judge decides loads it. */
const judgePart = (): typeof import('./judge.ts') => require('./judge.cjs');

/** Says why a claim of this run is no proof: its records don't hold, or it lacks what the user typed. */
export function auditRun(
  { run, journal }: { readonly run: Run; readonly journal: LoopJournal },
  rules: Rules,
  place: Place,
  env: Env,
): string | undefined {
  return auditJournal(journal, rules) ?? breachOfContract(place, env, run);
}

/** Proves a claim for the stop hook. */
export function hooksProof(call: Omit<HooksCall, 'askJudge'>): Prove {
  const { place, env } = call;
  return proofOf({ ...call, askJudge: judgeOf(place.root, env) });
}

/** Asks judges for the stop hook. */
function judgeOf(root: string, env: Env): AskJudge {
  return (check, run, call) => {
    const { askJudge, findJudgeClient } = judgePart();
    return askJudge(check, { root, run, env, program: findJudgeClient(env, root), askedBy: 'hook' }, call);
  };
}
