import * as z from 'zod';
import { next, rejection, run, score } from '../../answers/schemas.ts';

/** What `loop start --json` answers. */
export const answer = z.union([
  z.strictObject({ ok: z.literal(true), score, notices: z.array(z.string()), run, ...next }),
  z.strictObject({ ok: z.literal(false), score, questions: z.array(z.string()), ...next }),
  z.strictObject({ ok: z.literal(false), rejected: rejection, run, ...next }),
]);
