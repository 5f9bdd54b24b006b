export * from './rubric.ts';
export * from './score-plan.ts';
export { maxChars, scoreSpec } from './score-spec.ts';
export * from './shape.ts';
export { dimensions, type Dimension, type Level, type Quote, type SpecScore } from './spec-score.ts';
