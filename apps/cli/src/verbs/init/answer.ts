import * as z from 'zod';
import { next } from '../../answers/schemas.ts';

/** What `loop init --json` answers. */
export const answer = z.strictObject({
  ok: z.literal(true),
  path: z.string(),
  written: z.boolean(),
  agreed: z
    .boolean()
    .describe('the user answered yes in a terminal of their own: each ran, and loops may run them'),
  checks: z.array(
    z.strictObject({
      name: z.string(),
      command: z.string(),
      timeout: z.string(),
      paths: z.array(z.string()).nullable().describe('null: the whole work tree'),
      from: z.string().describe('the file that says so'),
      tried: z
        .strictObject({
          outcome: z.enum(['passes', 'fails', 'missing', 'too slow']),
          exitCode: z.number().nullable(),
          durationMs: z.number(),
          reason: z.string().optional(),
        })
        .nullable(),
    }),
  ),
  ...next,
});
