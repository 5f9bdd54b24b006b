import * as z from 'zod';
import { next } from '../../answers/schemas.ts';

/** What `loop doctor --json` answers. */
export const answer = z.strictObject({
  ok: z.boolean(),
  findings: z.array(
    z.strictObject({
      subject: z.string(),
      level: z.enum(['sound', 'doubtful', 'broken']),
      found: z.string(),
      remedy: z.string().optional(),
    }),
  ),
  ...next,
});
