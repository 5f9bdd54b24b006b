import * as z from 'zod';
import { instant, next } from '../../answers/schemas.ts';

/** What `loop explain --json` answers. */
export const answer = z.strictObject({
  at: instant,
  hypothetical: z.boolean().describe('no stop was decided yet; this is how one now would be'),
  fired: z.string().nullable(),
  rules: z.array(
    z.strictObject({
      rule: z.string(),
      reason: z.string(),
      holds: z.boolean(),
      fired: z.boolean(),
      facts: z.record(z.string(), z.unknown()),
    }),
  ),
  ...next,
});
