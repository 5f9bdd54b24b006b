import * as z from 'zod';
import { next, run } from '../../answers/schemas.ts';

/** What `loop status --json` answers. */
export const answer = z.strictObject({
  run: run.nullable(),
  others: z.array(
    z.strictObject({ id: z.string(), session: z.string(), status: z.string(), spec: z.string() }),
  ),
  ...next,
});
