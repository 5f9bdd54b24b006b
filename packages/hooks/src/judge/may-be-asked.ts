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
export function judgesToAsk({ run, work }: SessionRun, criteria: readonly Criterion[]): readonly Criterion[] {
  const frame = run.frames.at(-1);
  const judged = criteria.filter(({ check }) => isJudged(check));
  if (!frame || judged.length === 0) return [];
  const isJudgedHere = (name: string): boolean => judged.some((one) => one.name === name);
  if (missingProofs(frame, {}).some((one) => one.kind !== 'criterion' || !isJudgedHere(one.name))) return [];
  const { known } = readScopes(
    work.identities,
    frame.criteria.flatMap(({ check }) => check ?? []),
  );
  const isProved = (one: Criterion): boolean => isGoodState(criterionState(one, (scope) => known.get(scope)));
  if (!frame.criteria.every((one) => !one.check || isJudgedHere(one.name) || isProved(one))) return [];
  const open = judged.filter((one) => mayBeAsked(one, known.get(scopeOf(one.check ?? {}))));
  return open.length === judged.length ? open : open.filter((one) => !isProved(one));
}

/** True if the judge of a criterion may be asked about this work tree, and has not said yes about it. */
export function isWorthAsking(criterion: Criterion, tree: string | undefined): boolean {
  return mayBeAsked(criterion, tree) && criterionState(criterion, () => tree) !== 'proved';
}

/** False after the last round, and after a `no` or `cannot tell` about the same work tree. */
function mayBeAsked(criterion: Criterion, tree: string | undefined): boolean {
  const { evidence } = criterion;
  const hasAnswered = evidence?.judgement !== undefined && evidence.judgement.answer !== 'none';
  return roundsLeft(criterion) > 0 && !(hasAnswered && !evidence.passed && evidence.fingerprint === tree);
}
