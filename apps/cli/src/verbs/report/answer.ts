import * as z from 'zod';
import { next } from '../../answers/schemas.ts';

/** What `loop report --json` answers. */
export const answer = z.union([
  z.strictObject({ url: z.string(), ...next }),
  z.strictObject({
    path: z.string().nullable(),
    picture: z.optional(z.string()),
    runs: z.number(),
    unread: z.array(z.string()),
    ...next,
  }),
]);
