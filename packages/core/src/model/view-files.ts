import * as z from 'zod/mini';
import { extras, mode, numberOrNull, shape, stage, text, texts } from './primitives.ts';

// The seeds' files, names as the wire has them; unknown fields stay.

/** A map by names of the file's own, `__proto__` among them. */
function mapOf<T>(item: z.ZodMiniType<T>): z.ZodMiniType<Readonly<Record<string, T>>> {
  return z.custom<Readonly<Record<string, T>>>(
    (value) =>
      typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value) &&
      Object.values(value).every((entry) => z.safeParse(item, entry).success),
  );
}

const criteriaState = z.looseObject({
  spec: text,
  criteria: texts,
  criteriaStatus: mapOf(z.boolean()),
  exit_signal: z.boolean(),
  steps: texts,
  completedSteps: texts,
  remainingSteps: texts,
  iteration: z.number(),
  status: text,
  circuitBreaker: z.looseObject({ stuckCount: z.number(), lastUnmet: text }),
});

/** `state.json` of seeds 000 and 003. */
export interface CriteriaState extends z.infer<typeof criteriaState> {}
export const criteriaStateSchema: z.ZodMiniType<CriteriaState> = criteriaState;

/** A review, light or thorough. */
const review = z.looseObject({
  score: z.optional(z.number()),
  issues: z.optional(z.number()),
  blockers: z.optional(z.number()),
  passed: z.optional(z.boolean()),
  blockers_remaining: z.optional(z.number()),
});

const workflowState = z.looseObject({
  version: z.literal(1),
  stage,
  task: text,
  spec_score: numberOrNull,
  fit_score: numberOrNull,
  shape_chosen: shape,
  started_at: text,
  last_updated: text,
  recall_surfaced: texts,
  reviews: mapOf(review),
});

/** `workflow-state.json` of seed 002, version 1. */
export interface WorkflowState extends z.infer<typeof workflowState> {}
export const workflowStateSchema: z.ZodMiniType<WorkflowState> = workflowState;

/** One frame of the message of seed 004; worktree, branch, prompt file and the like stay as they came. */
const stackFrame = z.looseObject({
  id: text,
  mode,
  iter: z.number(),
  /** `null` only beside `unlimited: true`. */
  max: numberOrNull,
  unlimited: z.optional(z.boolean()),
});

export interface StackFrame extends z.infer<typeof stackFrame> {}
export const stackFrameSchema: z.ZodMiniType<StackFrame> = stackFrame;

const stackState = z.looseObject({
  /** Its presence makes the message valid. */
  schema: z.union([z.number(), text, extras]),
  event: z.enum(['STATE', 'DONE', 'ABORT']),
  reason: z.optional(text),
  run_id: text,
  updated_at: text,
  stack: z.array(stackFrameSchema),
});

/** The message of topic `loop:current` of seed 004. */
export interface StackState extends z.infer<typeof stackState> {}
export const stackStateSchema: z.ZodMiniType<StackState> = stackState;
