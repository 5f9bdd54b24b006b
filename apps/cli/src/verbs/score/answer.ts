import * as z from 'zod';
import { next, score } from '../../answers/schemas.ts';

/** What `loop score --json` answers. */
export const answer = z.strictObject({
  ...score.shape,
  fit: z.strictObject({
    score: z.number(),
    shape: z.enum(['tool', 'tool-review', 'colleague', 'blocked']),
  }),
  questions: z.array(z.string()),
  ...next,
});
