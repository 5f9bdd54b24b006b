import * as z from 'zod';
import { next } from '../../answers/schemas.ts';

/** What `loop statusline --json` answers. */
export const answer = z.union([
  z.strictObject({ segment: z.string().describe('empty without a loop'), ...next }),
  z.strictObject({
    settings: z.string().describe('the file that has the status line'),
    command: z.string().nullable().describe('what the client runs now; null: no status line'),
    overriddenBy: z.string().nullable().describe('settings of this project with a status line, which win'),
    ...next,
  }),
]);
