import type { Run } from '@loopwright/core';
import { auditJournal, type LoopJournal, type Rules } from '@loopwright/store';
import type { AskJudge } from '../judge/judge-evidence.ts';
import { type HooksCall, hooksProof as proofOf } from '../proof/hooks-proof.ts';
import { breachOfContract } from '../proof/contract.ts';
import { rememberTyped, type Typed } from '../proof/remember-typed.ts';
import type { Env, Place } from '../proof/state-file.ts';
import type { Ports, Prove } from '../ports.ts';

export { toTrial, WRITES_NOTHING } from '../edge/trial.ts';
export { isHandMade } from '../proof/hand-made.ts';
export { approveTyped } from '../proof/approve-checks.ts';
export { settleContract } from '../proof/contract.ts';

/** The part of the bundle that asks judges. Only a claim that a judge decides loads it. */
const judgePart = (): typeof import('./judge.ts') => require('./judge.cjs');

/** Says why a claim of this run is no proof: its records are not sound, or it lacks checks that the user typed. */
export function auditRun(
  { run, journal }: { readonly run: Run; readonly journal: LoopJournal },
  rules: Rules,
  place: Place,
  env: Env,
): string | undefined {
  return auditJournal(journal, rules) ?? breachOfContract(place, env, run);
}

/** Proves a claim for the stop hook. */
export function hooksProof(
  call: Omit<HooksCall, 'askJudge'>,
  ...[session, checks]: Parameters<Prove>
): ReturnType<Prove> {
  const { place, env } = call;
  return proofOf({ ...call, askJudge: judgeOf(place.root, env) })(session, checks);
}

/** The message to the user when the journal that held the session is gone. */
export const GONE =
  '[LOOP] The loop of this session no longer holds it: its journal was deleted or damaged, or another session took it over.';

/** Stores the user's typed command, and the run that holds it, outside of the project. */
export function remember(
  place: Place,
  env: Env,
  typed: Typed,
  ports: Pick<Ports, 'now' | 'openRun'> & { draftedId(): string | undefined },
): void {
  if (!typed.commandName.startsWith('loop:')) return;
  const drafted = ports.draftedId();
  const beside = drafted === undefined ? ports.openRun()?.run.id : undefined;
  rememberTyped(place, env, typed, { at: ports.now(), drafted, beside });
}

/** Asks judges for the stop hook. */
function judgeOf(root: string, env: Env): AskJudge {
  return (check, run, call) => {
    const { askJudge, findJudgeClient } = judgePart();
    return askJudge(check, { root, run, env, program: findJudgeClient(env, root), askedBy: 'hook' }, call);
  };
}
