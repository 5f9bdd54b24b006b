import * as z from 'zod';
import { instant, limit, next } from '../../answers/schemas.ts';
import { RUN_STATES } from '../../session/found-run.ts';

/** What `loop list --json` answers. */
export const answer = z.strictObject({
  runs: z.array(
    z.strictObject({
      id: z.string(),
      session: z.string(),
      project: z.string().describe('its folder'),
      state: z.enum(RUN_STATES).describe('left: active, but silent for longer than its time to live'),
      ending: z.string().nullable().describe('such as verified or paused:budget'),
      createdAt: instant,
      updatedAt: instant,
      iteration: z.number(),
      iterations: limit,
      criteria: z.strictObject({ names: z.array(z.string()), met: z.number() }).describe('as on record'),
      costUsd: z.number(),
      spec: z.string(),
    }),
  ),
  foreign: z.number().describe('loops of this project that were not started on this machine'),
  ...next,
});
