import * as z from 'zod/mini';
import { mode, text } from './primitives.ts';

/** One frame of the message of seed 004; worktree, branch, prompt file and the like stay as they came. */
export const stackFrame = z.looseObject({
  id: text,
  mode,
  iter: z.number(),
  /** `null` only beside `unlimited: true`. */
  max: z.union([z.number(), z.null()]),
  unlimited: z.optional(z.boolean()),
});
export type StackFrame = z.infer<typeof stackFrame>;

/** The message of topic `loop:current` of seed 004, names as the wire has them; unknown fields stay. */
export const stackState = z.looseObject({
  schema: z.number(),
  event: z.enum(['STATE', 'DONE', 'ABORT']),
  reason: z.optional(text),
  run_id: text,
  updated_at: text,
  stack: z.array(stackFrame),
});
export type StackState = z.infer<typeof stackState>;
