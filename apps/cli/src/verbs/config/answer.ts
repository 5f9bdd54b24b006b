import * as z from 'zod';
import { next } from '../../answers/schemas.ts';

const source = z.strictObject({
  kind: z.enum(['flag', 'environment', 'project', 'user', 'built in']),
  from: z.string().nullable().describe('the file or the variable'),
});

/** What `loop config --json` answers. */
export const answer = z.strictObject({
  files: z.strictObject({
    project: z.strictObject({ path: z.string(), exists: z.boolean() }),
    user: z.strictObject({ path: z.string(), exists: z.boolean() }).nullable(),
  }),
  settings: z.array(
    z.strictObject({
      key: z.string(),
      value: z
        .union([z.string(), z.number(), z.boolean(), z.array(z.string())])
        .nullable()
        .describe('null: no limit, or nothing is set'),
      sources: z.array(source),
    }),
  ),
  checks: z.array(
    z.strictObject({
      name: z.string(),
      command: z.union([z.string(), z.array(z.string())]).nullable(),
      judge: z
        .strictObject({ statement: z.string(), model: z.string().nullable(), rounds: z.number().nullable() })
        .nullable()
        .describe('null: a command'),
      folder: z.string().nullable(),
      paths: z.array(z.string()),
      timeoutMs: z.number().nullable(),
      from: z.string(),
      agreed: z.boolean().describe('the user agreed to this very command, so the stop hook may run it'),
    }),
  ),
  ...next,
});
