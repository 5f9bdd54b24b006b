import type { Shape, Stage } from '@loopwright/core';
import {
  fitScore,
  scorePlan,
  shapeForFit,
  vouchedTotal,
  type Plan,
  type PlanScore,
} from '@loopwright/scoring';
import { LEAST_POINTS } from '../plan/least-points.ts';

/** Interprets a spec's scores for a workflow (seed 002). */
export interface WorkflowScores {
  readonly score: PlanScore;
  readonly fit: number;
  /** A spec that is too vague for any shape is worked on with the most questions. */
  readonly shape: Shape;
  /** Where the workflow begins: a spec under 5 points has to be clarified first. */
  readonly stage: Extract<Stage, 'intent' | 'shape'>;
}

/** Scores a plan for a workflow: its points, its fit, and the stage and shape that follow. */
export function scoreForWorkflow(plan: Plan, domainFamiliarity?: number): WorkflowScores {
  const score = scorePlan(plan);
  const facts = {
    hasConstraints: score.constraints > 0,
    hasSuccessCriteria: score.success > 0,
    hasDoneDefinition: score.done > 0,
    ...(domainFamiliarity !== undefined && { domainFamiliarity }),
  };
  return {
    score,
    fit: fitScore({ specScore: score.total, ...facts }),
    // Points that Claude added take no check-ins away.
    shape: shapeOf(fitScore({ specScore: vouchedTotal(score), ...facts })),
    stage: score.total < LEAST_POINTS ? 'intent' : 'shape',
  };
}

/** The shape for a fit score; below every shape it is the one that asks most. */
export function shapeOf(fit: number): Shape {
  const shape = shapeForFit(fit);
  return shape === 'blocked' ? 'colleague' : shape;
}
