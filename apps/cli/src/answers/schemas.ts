import { AUTHORS, FAILURE_KINDS, JUDGE_ANSWERS, WITNESSES, limitRules } from '@loopwright/core';

import * as z from 'zod';

/** A moment, as ISO 8601 in UTC. */
export const instant = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/)
  .meta({ id: 'Instant' });
/** The most of something. */
export const limit = z.number().nullable().describe('null: without limit').meta({ id: 'Limit' });

const author = z.enum(AUTHORS).meta({ id: 'Author' });

/** A criterion, with its state on the work tree now. */
export const criterion = z
  .strictObject({
    name: z.string(),
    by: author.describe('who asked for it'),
    state: z
      .enum(['proved', 'claimed', 'stale', 'failed', 'unchecked', 'assumed', 'unmet'])
      .describe('proved and claimed hold; everything else is missing'),
    check: z
      .strictObject({
        command: z
          .union([z.string(), z.array(z.string())])
          .nullable()
          .describe('null: a judge decides'),
        judge: z
          .strictObject({
            statement: z.string().describe('what a fresh model is asked about'),
            model: z.string().nullable().describe('null: a cheap one'),
            rounds: z.number().describe('how often it was asked'),
            roundsLeft: z.number(),
          })
          .nullable()
          .describe('null: the command decides'),
        folder: z.string().nullable(),
        paths: z.array(z.string()),
        by: author.describe('who asked for the command'),
      })
      .nullable(),
    evidence: z
      .strictObject({
        id: z.string().describe('its output is in .loop/evidence/<id>.log'),
        at: instant,
        passed: z.boolean(),
        exitCode: z.number().nullable(),
        durationMs: z.number(),
        reason: z.string().nullable(),
        judgement: z
          .strictObject({
            answer: z.enum(JUDGE_ANSWERS).describe('none: a failure, such as an API error'),
            askedBy: z.enum(['hook', 'driver', 'session']).describe('session: Claude’s own shell'),
            model: z.string(),
            question: z.number().describe('the version of our question'),
            costUsd: z.number(),
          })
          .nullable()
          .describe('null: a command gave the result'),
      })
      .nullable(),
    claim: z.strictObject({ basis: z.string(), note: z.string().nullable(), at: instant }).nullable(),
  })
  .meta({ id: 'Criterion' });
export type CriterionJson = z.infer<typeof criterion>;

/** One loop of the stack. */
export const frame = z
  .strictObject({
    id: z.string(),
    mode: z.enum(['loop', 'issue', 'grind']),
    spec: z.string().describe('word for word'),
    score: z.number().nullable(),
    points: z
      .array(
        z.strictObject({
          dimension: z.string(),
          own: z.number().describe('the points of the scorer'),
          asked: z.number(),
          counted: z.number(),
          by: author,
          reason: z.string(),
        }),
      )
      .describe('points that somebody gave with --score'),
    shape: z.enum(['tool', 'tool-review', 'colleague']),
    iteration: z.number(),
    limits: z.strictObject(Object.fromEntries(limitRules.map(({ field }) => [field, limit]))),
    asked: z
      .record(z.string(), author)
      .describe('who set a limit or the shape; those that are left out are defaults'),
    spent: z.strictObject({ usd: z.number(), tokens: z.number(), minutes: z.number() }),
    criteria: z.array(criterion),
    steps: z.array(z.strictObject({ name: z.string(), done: z.boolean() })),
    signalled: z.boolean().describe('the work is claimed to be done'),
  })
  .meta({ id: 'Frame' });
export type FrameJson = z.infer<typeof frame>;

const changedFile = z.strictObject({
  path: z.string(),
  change: z.enum(['changed', 'deleted', 'new']),
});

/** How far the proofs of a run can be trusted. */
export const trust = z
  .strictObject({
    criteria: z.array(
      z.strictObject({
        name: z.string(),
        by: author,
        witness: z.enum([...WITNESSES, 'word']).describe('who saw the last proof'),
        command: z.union([z.string(), z.array(z.string())]).nullable(),
        statement: z.string().nullable().describe('what a judge was asked about'),
        commandBy: author.nullable(),
        at: instant.nullable().describe('the last proof'),
        course: z
          .enum(['red to green', 'green', 'red', 'green to red'])
          .nullable()
          .describe('from the first run of the check to the last; green: never seen to fail'),
        flaky: z.boolean().describe('it passed after failing on the same files'),
        environment: z.array(z.string()).describe('variables that differ from an earlier run'),
      }),
    ),
    amendments: z
      .array(
        z.strictObject({
          at: instant,
          what: z.string(),
          subject: z.string(),
          reason: z.string(),
          refused: z.boolean(),
        }),
      )
      .describe('changes of the contract by Claude'),
    files: z
      .strictObject({
        changed: z.number(),
        deleted: z.number(),
        added: z.number(),
        files: z.array(changedFile).describe('the first 200: changed and deleted ones before new ones'),
        guarded: z.array(z.string()).describe('guarded files that changed, the first 50'),
        guardedCount: z.number(),
      })
      .nullable()
      .describe('changed since the start; null before a claim'),
    unknown: z.array(z.string()).describe('what could not be looked at'),
  })
  .meta({ id: 'Trust' });
export type TrustJson = z.infer<typeof trust>;

/** A run: what `loop start` begins. */
export const run = z
  .strictObject({
    id: z.string(),
    session: z.string(),
    status: z.enum(['draft', 'active', 'paused', 'completed', 'stuck', 'aborted', 'cancelled']),
    ending: z
      .strictObject({
        kind: z.string(),
        detail: z.string().nullable(),
        at: instant,
        failure: z.enum(FAILURE_KINDS).nullable().describe('the kind of the API error that paused the run'),
        retryAt: instant.nullable().describe('when the API takes requests again, if it said so'),
      })
      .nullable(),
    createdAt: instant,
    updatedAt: instant,
    frames: z.array(frame).describe('the stack; the last one is active'),
    trust,
  })
  .meta({ id: 'Run' });
export type RunJson = z.infer<typeof run>;

/** One of the five dimensions of a spec score. */
export const dimension = z
  .strictObject({
    score: z.number().min(0).max(2),
    own: z.number().min(0).max(2).describe('the points of the scorer alone'),
    words: z.array(z.string()).describe('what earned the points'),
    from: z
      .array(z.enum(['spec', 'criterion', 'check', 'step', 'path', 'must-not', 'limit', 'given']))
      .describe('the parts of the plan that these words are from'),
    hint: z.string().nullable().describe('how to earn more points'),
  })
  .meta({ id: 'Dimension' });

/** How clear a spec is. */
export const score = z
  .strictObject({
    total: z.number().min(0).max(10),
    shape: z.enum(['tool', 'colleague', 'clarify']),
    dimensions: z.strictObject({
      outcome: dimension,
      scope: dimension,
      constraints: dimension,
      success: dimension,
      done: dimension,
    }),
    truncated: z.boolean(),
  })
  .meta({ id: 'Score' });
export type ScoreJson = z.infer<typeof score>;

const failure = z
  .strictObject({
    code: z.string().describe('the name of the exit code'),
    message: z.string(),
    details: z.array(z.string()),
  })
  .meta({ id: 'Failure' });

/** Every answer ends with the next command; one with an exit code other than 0 says why. */
export const next = {
  error: failure.optional(),
  next: z.string().nullable().describe('the next command, as it can be typed here'),
  nextWhen: z.string().optional().describe('when it is the time for it, or what to do instead'),
};

/** Why a command changed nothing. */
export const rejection = z.strictObject({ code: z.string(), message: z.string() }).meta({ id: 'Rejection' });

/** The answer of verbs that change a run. */
export const work = z
  .strictObject({
    ok: z.boolean(),
    rejected: rejection.nullable(),
    notices: z.array(z.string()),
    run,
    ...next,
  })
  .meta({ id: 'Work' });

/** The answer of workflow verbs. Some add fields. */
export const workflow = z
  .looseObject({
    ...work.shape,
    workflow: z.looseObject({ stage: z.string() }).nullable(),
    tasks: z.array(z.looseObject({ id: z.string(), subject: z.string(), status: z.string() })),
    counsel: z.array(z.looseObject({})),
  })
  .meta({ id: 'Workflow' });

/** A lesson for later loops. */
export const lesson = z
  .looseObject({ id: z.string(), kind: z.string(), text: z.string() })
  .meta({ id: 'Lesson' });

/** A flag of a verb. */
export const flag = z
  .looseObject({ name: z.string(), kind: z.string(), summary: z.string() })
  .meta({ id: 'Flag' });

/** What every verb answers when it fails. */
export const error = z.strictObject({
  ...next,
  error: failure,
});
