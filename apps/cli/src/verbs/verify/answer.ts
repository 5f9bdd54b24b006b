import * as z from 'zod';
import { next, run } from '../../answers/schemas.ts';

const result = z.strictObject({
  criterion: z.string(),
  outcome: z.enum(['proved', 'stale', 'failed']),
  passed: z.boolean(),
  exitCode: z.number().nullable(),
  reason: z.string().nullable(),
  durationMs: z.number(),
  evidence: z.string(),
  log: z.string(),
  changedTree: z.boolean().describe('the work tree was another one after the check than before'),
  runs: z.number().min(0).max(2).describe('0: judged on the same files before, and not asked again'),
});
export type ResultJson = z.infer<typeof result>;

/** What `loop verify --json` answers. */
export const answer = z.strictObject({
  ok: z.boolean(),
  results: z.array(result),
  notices: z.array(z.string()),
  run,
  ...next,
});
