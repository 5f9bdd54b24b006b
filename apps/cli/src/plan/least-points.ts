import type { PlanScore } from '@loopwright/scoring';

/** From so many points on a spec is clear enough to work by (seed 003), and to be shaped (seed 002). */
export const LEAST_POINTS = 5;

/**
 * True for a text that a run can work on without a user to ask: it says what will be true, and where or exactly how.
 * Without a check such a run ends as claimed at most, so points for checks, rules and an end are not asked for.
 */
export function isClearAlone({ total, outcome, scope, isEnglish }: PlanScore): boolean {
  return total >= LEAST_POINTS || !isEnglish || (outcome > 0 && outcome + scope >= 2);
}
