import type { CommandOf, Mode } from '@loopwright/core';
import { scorePlan, shapeForPlan, type PlanScore } from '@loopwright/scoring';
import type { Context } from '../program/context.ts';
import { CliError } from '../program/cli-error.ts';
import { scoreForWorkflow } from '../workflow/score-for-workflow.ts';
import { framePlan, type PlanFlags } from './frame-plan.ts';
import { scoredPlan } from './scored-plan.ts';

/** A loop to start. */
export interface WantedStart {
  /** Word for word; undefined without a spec. */
  readonly spec: string | undefined;
  readonly sessionId: string;
  readonly flags: PlanFlags & { readonly ttl?: number; readonly workflow?: true };
  readonly mode: Mode | undefined;
  readonly isHeadless: boolean;
}

/** The command that starts a loop, and what its plan scored. */
export interface StartPlan {
  readonly command: CommandOf<'start'>;
  readonly score: PlanScore;
}

/** Plans a start. Throws `CliError` without a spec, or if the flags contradict each other. */
export function planStart(
  context: Context,
  { spec, sessionId, flags, mode, isHeadless }: WantedStart,
): StartPlan {
  if (spec === undefined || spec.trim() === '') {
    throw new CliError({
      exit: 'usage',
      message: 'It is not said what is to be done.',
      next: { words: ['help', 'start'] },
    });
  }
  const frame = framePlan(flags);
  const plan = scoredPlan(spec, flags, frame);
  const score = scorePlan(plan);
  const shape = shapeForPlan(score);
  const workflow = flags.workflow === true ? scoreForWorkflow(plan) : undefined;
  return {
    score,
    command: {
      type: 'start',
      at: context.now(),
      runId: context.newId(),
      session: sessionId,
      frameId: context.newId(),
      spec,
      score: score.total,
      isHeadless,
      // A user who forces an unclear spec wants check-ins.
      shape: workflow?.shape ?? (shape === 'clarify' ? 'colleague' : shape),
      ...(workflow && { stage: workflow.stage, fitScore: workflow.fit }),
      ...(mode && { mode }),
      ...(flags.ttl !== undefined && { ttlMs: flags.ttl }),
      ...frame,
    },
  };
}

/** Says that a plan is larger than a journal takes, and what to do about it. */
export function tooLarge(maxBytes: number): CliError {
  return new CliError({
    exit: 'usage',
    message: `The spec and its plan are too large for one record of ${maxBytes / 1024} KiB.`,
    details: ['Keep the long text in a file of the project, and name that file in the spec.'],
  });
}
