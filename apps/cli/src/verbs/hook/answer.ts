import * as z from 'zod';
import { next } from '../../answers/schemas.ts';

/** What `loop hook --json` answers. */
export const answer = z.strictObject({
  event: z.string(),
  stdout: z.string(),
  stderr: z.string(),
  exitCode: z.number(),
  ...next,
});
