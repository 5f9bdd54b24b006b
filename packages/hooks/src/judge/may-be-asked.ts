import {
  type Criterion,
  criterionState,
  isGoodState,
  isJudged,
  missingProofs,
  roundsLeft,
  scopeOf,
} from '@loopwright/core';
import type { SessionRun } from '../ports.ts';
import { readScopes } from '../proof/read-scopes.ts';

/**
 * The criteria to judge at a claim: none while anything else keeps the loop from its end. A judge with a yes on record
 * judges again only if this claim may end the loop, because records can be forged.
 */
export function judgesToAsk(session: SessionRun, criteria: readonly Criterion[]): readonly Criterion[] {
  const judged = criteria.filter(({ check }) => isJudged(check));
  if (judged.length === 0 || !isLeftToJudges(session, judged)) return [];
  const { known: trees } = readScopes(
    session.work.identities,
    judged.flatMap(({ check }) => check ?? []),
  );
  const known = judged.map((criterion) => {
    const identity = trees.get(scopeOf(criterion.check ?? {}));
    const isYes = criterion.evidence?.passed === true && criterion.evidence.fingerprint === identity;
    return { criterion, mayAsk: mayBeAsked(criterion, identity), isYes };
  });
  const mayEnd = known.every(({ mayAsk }) => mayAsk);
  return known.flatMap(({ criterion, mayAsk, isYes }) => (mayAsk && (mayEnd || !isYes) ? criterion : []));
}

/** True if nothing but these criteria keeps the loop from its end. */
function isLeftToJudges({ run, work }: SessionRun, judged: readonly Criterion[]): boolean {
  const frame = run.frames.at(-1);
  const names = new Set(judged.map(({ name }) => name));
  if (!frame) return false;
  const others = missingProofs(frame, {}).filter((one) => one.kind !== 'criterion' || !names.has(one.name));
  if (others.length > 0) return false;
  const proved = frame.criteria.filter(({ name, check }) => check && !names.has(name));
  const { known } = readScopes(
    work.identities,
    proved.flatMap(({ check }) => check ?? []),
  );
  return proved.every((one) => isGoodState(criterionState(one, (scope) => known.get(scope))));
}

/**
 * True if the judge of a criterion may be asked about this work tree. It may not after its last round, and not when it
 * has said `no` or `cannot tell` about the same tree.
 */
export function mayBeAsked(criterion: Criterion, tree: string | undefined): boolean {
  const { evidence } = criterion;
  const hasAnswered = evidence?.judgement !== undefined && evidence.judgement.answer !== 'none';
  return roundsLeft(criterion) > 0 && !(hasAnswered && !evidence.passed && evidence.fingerprint === tree);
}

/** True if asking the judge of a criterion again about this work tree would change nothing, or is not allowed. */
export function isSettled(criterion: Criterion, tree: string | undefined): boolean {
  const { evidence } = criterion;
  const isYes = evidence?.passed === true && evidence.fingerprint === tree;
  return isYes || !mayBeAsked(criterion, tree);
}
