import { CRITERION_STATES, type CriterionState, type Run } from '@loopwright/core';
import { runSchema } from '@loopwright/core/schemas';
import * as z from 'zod';
import { RUN_STATES } from '../../src/session/run-summary.ts';

// Core's schema says what a run is; it gets an id here, so that it is written once.
const run: z.ZodType<Run> = z.lazy(() => runSchema as unknown as z.ZodType<Run>).meta({ id: 'Run' });
const criteria = z.array(
  z.object({
    name: z.string(),
    state: z.enum(Object.keys(CRITERION_STATES) as CriterionState[]).describe('on the work tree as it is'),
  }),
);

/** Every answer ends with the next command; one with an exit code other than 0 says why. */
const next = {
  error: z
    .strictObject({
      code: z.string().describe('the name of the exit code'),
      message: z.string(),
      details: z.array(z.string()),
    })
    .optional(),
  next: z.string().nullable().describe('the next command, as it can be typed here'),
  nextWhen: z.string().optional().describe('when it is the time for it, or what to do instead'),
};

/** The answers with `--json` whose form is published. A verb adds fields, but takes none away. */
export const publishedAnswers = {
  run: z.looseObject({
    ok: z.boolean().describe('the work is done'),
    exit: z.string().describe('the name of the exit code'),
    reason: z.string().describe('how it ended, in one line'),
    costUsd: z.number().describe('what is known of the cost of the run'),
    isUnpriced: z.boolean().optional().describe('some of the cost is unknown, and costUsd leaves it out'),
    artifacts: z.string().nullable().describe('the folder; null where it could not be written'),
    run,
    criteria,
    ...next,
  }),
  status: z.looseObject({
    run: run.nullable(),
    criteria,
    others: z.array(run).describe('of other sessions, where this one has no loop'),
    ...next,
  }),
  list: z.looseObject({
    runs: z.array(z.intersection(run, z.object({ project: z.string(), state: z.enum(RUN_STATES) }))),
    foreign: z.number().describe('loops of this project that were not started on this machine'),
    ...next,
  }),
  verify: z.looseObject({
    ok: z.boolean(),
    results: z.array(
      z
        .looseObject({
          criterion: z.string(),
          outcome: z.enum(['proved', 'stale', 'failed']),
          changedTree: z.boolean().describe('the work tree was another one after the check than before'),
          runs: z.number().describe('0: judged on the same files before, and not asked again'),
          id: z.string().describe('its output is in .loop/evidence/<id>.log'),
          passed: z.boolean(),
          exitCode: z.number().nullable(),
          durationMs: z.number(),
          reason: z.string().optional(),
        })
        .describe('the recorded evidence, and what this call found out'),
    ),
    notices: z.array(z.string()),
    run,
    criteria,
    ...next,
  }),
};

/** The JSON Schema of the published answers: one for each verb, with the shared ones beside them. */
export function toJsonSchema(): object {
  const { $schema, properties, $defs } = z.toJSONSchema(z.object(publishedAnswers), {
    unrepresentable: 'any',
    reused: 'ref',
  });
  return {
    $schema,
    $id: 'https://github.com/loopwright/loopwright/apps/cli/answers.schema.json',
    title: 'What loop run, status, list and verify answer with --json',
    $defs: { ...properties, ...$defs },
  };
}
