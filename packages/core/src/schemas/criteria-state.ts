import * as z from 'zod/mini';
import { text } from './primitives.ts';

export const criteriaState = z.looseObject({
  spec: text,
  criteria: z.array(text),
  criteriaStatus: z.custom<Readonly<Record<string, boolean>>>(
    (value) =>
      typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value) &&
      Object.values(value).every((met) => typeof met === 'boolean'),
  ),
  exit_signal: z.boolean(),
  steps: z.array(text),
  completedSteps: z.array(text),
  remainingSteps: z.array(text),
  iteration: z.number(),
  status: text,
  circuitBreaker: z.looseObject({ stuckCount: z.number(), lastUnmet: text }),
});
