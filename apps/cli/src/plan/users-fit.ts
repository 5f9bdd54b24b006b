import { isJudged } from '@loopwright/core';
import type { NamedChecks } from '../config/named-check.ts';
import { scoreForWorkflow, type WorkflowScores } from '../workflow/score-for-workflow.ts';
import { type PlanFlags, type PlannedCriterion, type PlannedFrame, splitPaths } from './frame-plan.ts';
import { parseGivenPoints } from './given-points.ts';
import { isWeakCheck } from './is-weak-check.ts';
import { scoredPlan } from './scored-plan.ts';

/** The user's part of a start. */
export interface UsersPart {
  /** Their words. */
  readonly typed: string;
  readonly user: PlanFlags;
  /** The plan of these flags. */
  readonly users: PlannedFrame;
  /** The criteria of the whole plan. Claude may have named a check of the config. */
  readonly criteria?: readonly PlannedCriterion[] | undefined;
  readonly names: NamedChecks;
}

/**
 * The fit of the user's own words and checks (seed 002), which chooses the shape of a loop that they can prove.
 * Nothing that Claude added counts. Undefined below 5 points, and without a check that the user typed or agreed to and
 * that isn't weak: the score alone decides then.
 */
export function usersFit({
  typed,
  user,
  users,
  criteria: all = [],
  names,
}: UsersPart): WorkflowScores | undefined {
  const criteria = all.flatMap((one) => usersOwn(one) ?? []);
  const named = (user.check ?? []).filter((name) => !name.includes('=') && names.find(name) !== undefined);
  const isProof = ({ name, check }: PlannedCriterion): boolean =>
    check !== undefined &&
    !isJudged(check) &&
    !isWeakCheck(check.command) &&
    // A name is only as good as the agreement to its command: the project may come from anybody.
    (named.every((one) => one.trim() !== name) || names.isAgreed(check));
  if (!criteria.some(isProof)) return undefined;
  const scores = scoreForWorkflow(
    scoredPlan(typed, { ...users, criteria }, splitPaths(user.paths), parseGivenPoints(user.score, true)),
  );
  return scores.stage === 'intent' ? undefined : scores;
}

/** A criterion of the user, without a check of Claude's. */
function usersOwn({ name, by, check }: PlannedCriterion): PlannedCriterion | undefined {
  if (check?.by === 'user') return { name, by: 'user', check };
  return by === 'user' ? { name, by } : undefined;
}
