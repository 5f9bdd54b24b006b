import * as z from 'zod';
import { next } from '../../answers/schemas.ts';

const job = z.strictObject({
  key: z.string(),
  state: z.string(),
  reason: z.string(),
  attempts: z.number(),
  costUsd: z.number(),
  agent: z.string().nullable(),
  branch: z.string().nullable(),
  commit: z.string().nullable(),
  pullRequest: z.string().nullable().describe('its address, or that of the form that opens it'),
});

/** What `loop fleet status --json` answers. */
export const status = z.strictObject({
  jobs: z.array(job),
  agents: z.array(
    z.strictObject({
      id: z.string(),
      slots: z.number(),
      busy: z.number(),
      alive: z.boolean(),
      drain: z.boolean(),
    }),
  ),
  accounts: z.array(z.strictObject({ name: z.string(), shutUntil: z.string().nullable() })),
  budget: z.strictObject({ capUsd: z.number().nullable(), spentUsd: z.number(), heldUsd: z.number() }),
  ...next,
});

/** What `loop fleet --json` answers. */
export const answer = z.union([
  z.strictObject({ fleet: z.string().describe('its folder, or the server without the password'), ...next }),
  z.strictObject({
    added: z.array(z.string()),
    known: z.array(z.string()).describe('left alone: their keys are taken'),
    ...next,
  }),
  z.strictObject({ changed: z.array(z.string()), unchanged: z.array(z.string()), ...next }),
  z.strictObject({
    worked: z.array(
      z.strictObject({
        key: z.string(),
        outcome: z.string(),
        costUsd: z.number().nullable().describe('null if nobody knows, because the driver was killed'),
      }),
    ),
    ...next,
  }),
  z.strictObject({ path: z.string().describe('of the report'), jobs: z.number(), ...next }),
  z.strictObject({ url: z.string().describe('where the report was served'), ...next }),
  status,
]);
