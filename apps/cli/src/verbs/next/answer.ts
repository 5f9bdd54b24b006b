import * as z from 'zod';
import { next, run } from '../../answers/schemas.ts';

/** What `loop next --json` answers. */
export const answer = z.strictObject({ run, ...next });
