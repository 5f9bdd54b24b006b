import * as z from 'zod';
import { instant, next } from '../../answers/schemas.ts';

/** What `loop log --json` answers. */
export const answer = z.strictObject({
  records: z.array(
    z.strictObject({
      at: instant,
      command: z.string(),
      summary: z.unknown(),
      raced: z.boolean(),
      byHand: z.boolean().describe('a hook that somebody ran by hand'),
      events: z.array(z.looseObject({ type: z.string() })),
    }),
  ),
  total: z.number(),
  ignored: z.number(),
  ...next,
});
