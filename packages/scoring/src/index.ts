export { fitScore, type FitInput } from './fit-score.ts';
export { maxChars } from './limit-text.ts';
export { rubric, type RubricRow } from './rubric.ts';
export {
  maxAddedPoints,
  scorePlan,
  type Given,
  type GivenPoints,
  type Part,
  type PartName,
  type Plan,
  type PlanScore,
  type PlannedCriterion,
} from './score-plan.ts';
export { scoreSpec } from './score-spec.ts';
export {
  shapeForFit,
  shapeForPlan,
  shapeForSpec,
  vouchedTotal,
  type FitShape,
  type SpecShape,
} from './shape.ts';
export { dimensions, type Dimension, type Level, type Quote, type SpecScore } from './spec-score.ts';
