import type { PlanScore } from './score-plan.ts';
import { dimensions } from './spec-score.ts';

/** How a loop is run for a spec of this clarity: alone, with check-ins, or not before it is clarified. */
export type SpecShape = 'tool' | 'colleague' | 'clarify';

/** Names the shape for a spec score: 8 and more run alone, 5 to 7 with check-ins, less has to be clarified first. */
export function shapeForSpec(total: number): SpecShape {
  if (total >= 8) return 'tool';
  return total >= 5 ? 'colleague' : 'clarify';
}

/**
 * Names the shape for a plan. Points of another reader can start a loop, but only the plan's own points and the user's
 * let it run without check-ins.
 */
export function shapeForPlan(score: PlanScore): SpecShape {
  const isClear = shapeForSpec(vouchedTotal(score)) === 'tool';
  return shapeForSpec(isClear ? score.total : Math.min(score.total, mostWithCheckIns));
}

/** The total without what readers other than the user added. */
export function vouchedTotal({ own, given, ...levels }: PlanScore): number {
  return dimensions.reduce(
    (sum, dimension) =>
      sum + (given[dimension]?.isUsers ? levels[dimension] : Math.min(own[dimension], levels[dimension])),
    0,
  );
}

/** The highest total whose shape checks in. */
const mostWithCheckIns = 7;

/** How a workflow is run for a fit score: alone, with reviews, with check-ins, or not at all. */
export type FitShape = 'tool' | 'tool-review' | 'colleague' | 'blocked';

/** Names the shape for a fit score: from 40, from 30, from 25, and below. */
export function shapeForFit(fit: number): FitShape {
  if (fit >= 40) return 'tool';
  if (fit >= 30) return 'tool-review';
  return fit >= 25 ? 'colleague' : 'blocked';
}
