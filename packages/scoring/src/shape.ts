import type { PlanScore } from './score-plan.ts';
import { dimensions } from './spec-score.ts';

/** How a loop is run for a spec of this clarity: alone, with check-ins, or not before it is clarified. */
export type SpecShape = 'tool' | 'colleague' | 'clarify';

/** Names the shape for a spec score: 8 and more run alone, 5 to 7 with check-ins, less has to be clarified first. */
export function shapeForSpec(total: number): SpecShape {
  if (total >= 8) return 'tool';
  return total >= 5 ? 'colleague' : 'clarify';
}

/** The highest total whose shape checks in. */
const mostWithCheckIns = 7;

/**
 * Names the shape for a plan. Points of another reader can start a loop, but only the plan's own points and those that
 * count in full let it run without check-ins.
 */
export function shapeForPlan(score: PlanScore): SpecShape {
  const isClear = shapeForSpec(vouchedTotal(score)) === 'tool';
  return shapeForSpec(isClear ? score.total : Math.min(score.total, mostWithCheckIns));
}

/** The total without what readers other than the user added; in a text that isn't English their points count in full. */
export function vouchedTotal({ own, given, isEnglish, ...levels }: PlanScore): number {
  return dimensions.reduce((sum, dimension) => {
    const countsInFull = given[dimension]?.isUsers === true || !isEnglish;
    return sum + (countsInFull ? levels[dimension] : Math.min(own[dimension], levels[dimension]));
  }, 0);
}

/** The inputs of a task's fit score. */
export interface FitInput {
  /** Total of the spec score, 0–10. */
  readonly specScore: number;
  readonly hasConstraints: boolean;
  readonly hasSuccessCriteria: boolean;
  readonly hasDoneDefinition: boolean;
  /** How well the domain is known, 0–10; unknown counts as 0. */
  readonly domainFamiliarity?: number;
}

/** Adds up the fit score, 0–75: five per point of the spec score, five for each part present, and the familiarity. */
export function fitScore(input: FitInput): number {
  const parts = [input.hasConstraints, input.hasSuccessCriteria, input.hasDoneDefinition].filter(Boolean);
  return within(input.specScore) * 5 + parts.length * 5 + within(input.domainFamiliarity ?? 0);
}

/** Clamps a number to 0–10; NaN counts as 0. */
function within(points: number): number {
  return Number.isNaN(points) ? 0 : Math.min(10, Math.max(0, points));
}

/** How a workflow is run for a fit score: alone, with reviews, with check-ins, or not at all. */
export type FitShape = 'tool' | 'tool-review' | 'colleague' | 'blocked';

/** Names the shape for a fit score: from 40, from 30, from 25, and below. */
export function shapeForFit(fit: number): FitShape {
  if (fit >= 40) return 'tool';
  if (fit >= 30) return 'tool-review';
  return fit >= 25 ? 'colleague' : 'blocked';
}
