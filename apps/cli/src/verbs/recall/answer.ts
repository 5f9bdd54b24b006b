import * as z from 'zod';
import { lesson, next } from '../../answers/schemas.ts';

/** What `loop recall --json` answers. */
export const answer = z.strictObject({ ok: z.boolean(), learnings: z.array(lesson), ...next });
