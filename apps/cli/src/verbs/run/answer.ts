import * as z from 'zod';
import { next, run, score } from '../../answers/schemas.ts';

/** What `loop run --json` answers. */
export const answer = z.union([
  z.strictObject({
    ok: z.boolean().describe('the work is done'),
    exit: z.string().describe('the name of the exit code'),
    reason: z.string().describe('how it ended, in one line'),
    costUsd: z.number().describe('total cost of the run, as the client reports it'),
    artifacts: z.string().nullable().describe('the folder; null where it could not be written'),
    run,
    ...next,
  }),
  z.strictObject({ ok: z.literal(false), score, questions: z.array(z.string()), ...next }),
]);
