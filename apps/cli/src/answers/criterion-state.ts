import { scopeOf, type Criterion } from '@loopwright/core';

/** The work tree now, by scope of the checks' paths. */
export type Fingerprints = ReadonlyMap<string, string>;

/**
 * How a criterion stands: `proved` by a check on the tree as it is, `claimed` by somebody's word, or not met, and why.
 */
export type CriterionState = 'proved' | 'claimed' | 'stale' | 'failed' | 'unchecked' | 'assumed' | 'unmet';

/** Tells how a criterion stands on a work tree. A tree that could not be looked at counts as a changed one. */
export function criterionState({ check, evidence, tick }: Criterion, now: Fingerprints): CriterionState {
  if (!check) return tick === undefined ? 'unmet' : tick.basis === 'assumption' ? 'assumed' : 'claimed';
  if (!evidence) return 'unchecked';
  if (!evidence.passed) return 'failed';
  return now.get(scopeOf(check)) === evidence.fingerprint ? 'proved' : 'stale';
}

/** True for a state that lets a claim pass. */
export function isGood(state: CriterionState): boolean {
  return state === 'proved' || state === 'claimed';
}
