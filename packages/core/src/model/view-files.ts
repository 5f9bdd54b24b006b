import * as z from 'zod/mini';
import { parseInstant } from '../views/instant.ts';
import { MAX_FRAMES, MAX_SCORES } from './defaults.ts';
import * as field from './primitives.ts';

// The seeds' files, names as the wire has them; unknown fields stay.

/** An object with these fields. */
function having<Shape extends z.core.$ZodShape>(fields: Shape): z.ZodMiniObject<Shape, z.core.$loose> {
  return z.looseObject(fields, 'expected an object');
}

/** A map by names of the file's own. */
function mapOf<Item extends z.ZodMiniType>(item: Item): z.ZodMiniRecord<z.ZodMiniString, Item> {
  return z.record(z.string(), item, 'expected an object');
}

function dateLike(example: string): z.ZodMiniType<string> {
  return z.custom<string>(
    (value) => typeof value === 'string' && parseInstant(value) !== undefined,
    `expected a date like ${example}`,
  );
}

const criteriaState = having({
  spec: field.text,
  criteria: field.texts,
  criteriaStatus: mapOf(field.truth),
  exit_signal: field.truth,
  steps: field.texts,
  completedSteps: field.texts,
  remainingSteps: field.texts,
  iteration: field.count,
  status: field.oneOf(['in_progress', 'completed', 'cancelled']),
  circuitBreaker: having({ stuckCount: field.count, lastUnmet: field.text }),
});

/** `state.json` of seeds 000 and 003. */
export interface CriteriaState extends z.infer<typeof criteriaState> {}
export const criteriaStateSchema: z.ZodMiniType<CriteriaState> = criteriaState;
/** A view of ours. A corrupt iteration stays visible in it. */
export const projectionSchema: z.ZodMiniType<CriteriaState> = z.extend(criteriaState, {
  iteration: z.number(),
});

/** A review, light or thorough. */
const review = having({
  score: z.optional(z.number('expected a number')),
  issues: field.maybeCount,
  blockers: field.maybeCount,
  passed: field.maybeTruth,
  blockers_remaining: field.maybeCount,
});

const workflowDate = dateLike('2026-02-05T10:00:00Z');

const workflowState = having({
  version: z.literal(1, 'expected 1'),
  stage: field.stage,
  task: field.text,
  spec_score: z.nullable(field.countUpTo(MAX_SCORES.spec)),
  fit_score: z.nullable(field.countUpTo(MAX_SCORES.fit)),
  shape_chosen: field.shape,
  started_at: workflowDate,
  last_updated: workflowDate,
  recall_surfaced: field.texts,
  reviews: mapOf(review),
});

/** `workflow-state.json` of seed 002, version 1. */
export interface WorkflowState extends z.infer<typeof workflowState> {}
export const workflowStateSchema: z.ZodMiniType<WorkflowState> = workflowState;

/** One frame of the message of seed 004; worktree, branch, prompt file and the like stay as they came. */
const stackFrame = having({
  id: field.text,
  mode: field.mode,
  iter: field.count,
  /** `null` only beside `unlimited: true`. */
  max: z.nullable(field.count),
  unlimited: field.maybeTruth,
});

export interface StackFrame extends z.infer<typeof stackFrame> {}
const stackFrameSchema: z.ZodMiniType<StackFrame> = stackFrame;

const stackState = having({
  /** Its presence makes the message valid: `1`, `"idle/v1"` or an object. */
  schema: z.union([z.number(), field.text, field.extras], 'expected a number, text or an object'),
  event: field.oneOf(['STATE', 'DONE', 'ABORT']),
  reason: field.maybeText,
  run_id: field.text,
  updated_at: dateLike('2024-12-21T10:30:00Z'),
  stack: z
    .array(stackFrameSchema, 'expected a list')
    .check(z.maxLength(MAX_FRAMES, `expected at most ${MAX_FRAMES} frames`)),
});

/** The message of topic `loop:current` of seed 004. */
export interface StackState extends z.infer<typeof stackState> {}
export const stackStateSchema: z.ZodMiniType<StackState> = stackState;

/** The fields of the front matter of seed 004's fallback file that have to fit. */
export const frontMatter = z.object({
  iteration: field.count,
  max_iterations: field.count,
  mode: field.mode,
});

/** The fallback file of seed 004, `.claude/idle-loop.local.md`: front matter, then the prompt. */
export interface IdleLoop extends z.infer<typeof frontMatter> {
  readonly active: boolean;
  /** Front-matter lines that we don't know, as they came. */
  readonly extras: readonly (readonly [key: string, value: string])[];
  readonly prompt: string;
}
