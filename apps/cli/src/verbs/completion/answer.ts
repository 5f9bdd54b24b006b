import * as z from 'zod';
import { next } from '../../answers/schemas.ts';

/** What `loop completion --json` answers. */
export const answer = z.strictObject({ shell: z.enum(['bash', 'zsh', 'fish']), script: z.string(), ...next });
