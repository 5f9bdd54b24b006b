import * as z from 'zod';
import { flag, next } from '../../answers/schemas.ts';

const verb = z.looseObject({ summary: z.string(), words: z.string(), flags: z.array(flag) });

/** What `loop help --json` answers. */
export const answer = z.union([
  z.looseObject({ verb: z.string(), ...verb.shape, ...next }),
  z.strictObject({
    verbs: z.record(z.string(), verb),
    flags: z.array(flag),
    exitCodes: z.record(z.string(), z.strictObject({ code: z.number(), meaning: z.string() })),
    ...next,
  }),
]);
