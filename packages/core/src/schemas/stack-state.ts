import * as z from 'zod/mini';
import { extras, mode, text } from './primitives.ts';

export const stackFrame = z.looseObject({
  id: text,
  mode,
  iter: z.number(),
  max: z.union([z.number(), z.null()]),
  unlimited: z.optional(z.boolean()),
});

export const stackState = z.looseObject({
  schema: z.union([z.number(), text, extras]),
  event: z.enum(['STATE', 'DONE', 'ABORT']),
  reason: z.optional(text),
  run_id: text,
  updated_at: text,
  stack: z.array(stackFrame),
});
