import * as z from 'zod';
import { instant, next } from '../../answers/schemas.ts';

const difference = z.strictObject({
  record: z.number(),
  at: instant,
  command: z.string(),
  recorded: z.array(z.string()),
  now: z.array(z.string()),
  isSameProof: z.boolean(),
});

/** What `loop replay --json` answers. */
export const answer = z.strictObject({
  records: z.number(),
  ignored: z.number(),
  differences: z.array(difference),
  ...next,
});
