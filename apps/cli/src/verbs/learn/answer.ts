import * as z from 'zod';
import { lesson, next } from '../../answers/schemas.ts';

/** What `loop learn --json` answers. */
export const answer = z.strictObject({ ok: z.boolean(), learning: lesson, ...next });
