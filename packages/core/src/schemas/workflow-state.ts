import * as z from 'zod/mini';
import { shape, stage, text } from './primitives.ts';

const review = z.looseObject({
  score: z.optional(z.number()),
  issues: z.optional(z.number()),
  blockers: z.optional(z.number()),
  passed: z.optional(z.boolean()),
  blockers_remaining: z.optional(z.number()),
});

export const workflowState = z.looseObject({
  version: z.literal(1),
  stage,
  task: text,
  spec_score: z.union([z.number(), z.null()]),
  fit_score: z.union([z.number(), z.null()]),
  shape_chosen: shape,
  started_at: text,
  last_updated: text,
  recall_surfaced: z.array(text),
  reviews: z.custom<Readonly<Record<string, z.infer<typeof review>>>>(
    (value) =>
      typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value) &&
      Object.values(value).every((entry) => z.safeParse(review, entry).success),
  ),
});
