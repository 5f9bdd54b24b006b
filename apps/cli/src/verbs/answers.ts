import * as z from 'zod';

/** A moment, as ISO 8601 in UTC. */
const instant = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/);
const limit = z.number().nullable().describe('null: without limit');

const criterion = z.strictObject({
  name: z.string(),
  state: z
    .enum(['proved', 'claimed', 'stale', 'failed', 'unchecked', 'assumed', 'unmet'])
    .describe('proved and claimed hold; everything else is missing'),
  check: z
    .strictObject({
      command: z.union([z.string(), z.array(z.string())]),
      folder: z.string().nullable(),
      paths: z.array(z.string()),
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
    })
    .nullable(),
  claim: z.strictObject({ basis: z.string(), note: z.string().nullable(), at: instant }).nullable(),
});
export type CriterionJson = z.infer<typeof criterion>;

const frame = z.strictObject({
  id: z.string(),
  mode: z.enum(['loop', 'issue', 'grind']),
  spec: z.string().describe('word for word'),
  score: z.number().nullable(),
  shape: z.enum(['tool', 'tool-review', 'colleague']),
  iteration: z.number(),
  limits: z.strictObject({ iterations: limit, budgetUsd: limit, tokens: limit, minutes: limit }),
  spent: z.strictObject({ usd: z.number(), tokens: z.number(), minutes: z.number() }),
  criteria: z.array(criterion),
  steps: z.array(z.strictObject({ name: z.string(), done: z.boolean() })),
  signalled: z.boolean().describe('somebody says that the work is done'),
});
export type FrameJson = z.infer<typeof frame>;

const run = z.strictObject({
  id: z.string(),
  session: z.string(),
  status: z.enum(['draft', 'active', 'paused', 'completed', 'stuck', 'aborted', 'cancelled']),
  ending: z.strictObject({ kind: z.string(), detail: z.string().nullable(), at: instant }).nullable(),
  createdAt: instant,
  updatedAt: instant,
  frames: z.array(frame).describe('the stack; the last one is active'),
});
export type RunJson = z.infer<typeof run>;

const dimension = z.strictObject({
  score: z.number().min(0).max(2),
  words: z.array(z.string()).describe('what earned the points'),
  hint: z.string().nullable().describe('what would earn more'),
});

const score = z.strictObject({
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
});
export type ScoreJson = z.infer<typeof score>;

const next = {
  next: z.string().nullable().describe('the next command, as it can be typed here'),
  nextWhen: z.string().optional().describe('when it is the time for it, or what to do instead'),
};

const rejection = z.strictObject({ code: z.string(), message: z.string() });

/** What the verbs that change a run answer. */
const work = z.strictObject({
  ok: z.boolean(),
  rejected: rejection.nullable(),
  notices: z.array(z.string()),
  run,
  ...next,
});

/** What the verbs of a workflow answer; some have more to say. */
const workflow = z.looseObject({
  ...work.shape,
  workflow: z.looseObject({ stage: z.string() }).nullable(),
  tasks: z.array(z.looseObject({ id: z.string(), subject: z.string(), status: z.string() })),
  counsel: z.array(z.looseObject({})),
});

const lesson = z.looseObject({ id: z.string(), kind: z.string(), text: z.string() });

const flag = z.looseObject({ name: z.string(), kind: z.string(), summary: z.string() });
const verb = z.looseObject({ summary: z.string(), words: z.string(), flags: z.array(flag) });

const result = z.strictObject({
  criterion: z.string(),
  outcome: z.enum(['proved', 'stale', 'failed']),
  passed: z.boolean(),
  exitCode: z.number().nullable(),
  reason: z.string().nullable(),
  durationMs: z.number(),
  evidence: z.string(),
  log: z.string(),
  changedTree: z.boolean().describe('the work tree was another one after the check than before'),
  runs: z.number().min(1).max(2),
});
export type ResultJson = z.infer<typeof result>;

const difference = z.strictObject({
  record: z.number(),
  at: instant,
  command: z.string(),
  recorded: z.array(z.string()),
  now: z.array(z.string()),
});

/** What each verb answers with `--json`. An error answers in the schema of the same name, whatever the verb. */
export const answerSchemas = {
  error: z.strictObject({
    error: z.strictObject({ code: z.string(), message: z.string(), details: z.array(z.string()) }),
    ...next,
  }),
  start: z.union([
    z.strictObject({ ok: z.literal(true), score, notices: z.array(z.string()), run, ...next }),
    z.strictObject({ ok: z.literal(false), score, questions: z.array(z.string()), ...next }),
    z.strictObject({ ok: z.literal(false), rejected: rejection, run, ...next }),
  ]),
  status: z.strictObject({
    run: run.nullable(),
    others: z.array(
      z.strictObject({ id: z.string(), session: z.string(), status: z.string(), spec: z.string() }),
    ),
    ...next,
  }),
  next: z.strictObject({ run, ...next }),
  step: work,
  criterion: work,
  verify: z.strictObject({
    ok: z.boolean(),
    results: z.array(result),
    notices: z.array(z.string()),
    run,
    ...next,
  }),
  signal: work,
  push: work,
  pop: work,
  task: workflow,
  wave: workflow,
  stage: workflow,
  review: workflow,
  gate: workflow,
  panel: workflow,
  recall: z.strictObject({ ok: z.boolean(), learnings: z.array(lesson), ...next }),
  learn: z.strictObject({ ok: z.boolean(), learning: lesson, ...next }),
  pause: work,
  continue: work,
  cancel: work,
  explain: z.strictObject({
    at: instant,
    hypothetical: z.boolean().describe('no stop was decided yet; this is how one now would be'),
    fired: z.string().nullable(),
    rules: z.array(
      z.strictObject({
        rule: z.string(),
        reason: z.string(),
        holds: z.boolean(),
        fired: z.boolean(),
        facts: z.record(z.string(), z.unknown()),
      }),
    ),
    ...next,
  }),
  log: z.strictObject({
    records: z.array(
      z.strictObject({
        at: instant,
        command: z.string(),
        summary: z.unknown(),
        raced: z.boolean(),
        events: z.array(z.looseObject({ type: z.string() })),
      }),
    ),
    total: z.number(),
    ignored: z.number(),
    ...next,
  }),
  replay: z.strictObject({
    records: z.number(),
    ignored: z.number(),
    differences: z.array(difference),
    ...next,
  }),
  score: z.strictObject({
    ...score.shape,
    fit: z.strictObject({
      score: z.number(),
      shape: z.enum(['tool', 'tool-review', 'colleague', 'blocked']),
    }),
    questions: z.array(z.string()),
    ...next,
  }),
  run: z.union([
    z.strictObject({
      ok: z.boolean().describe('the work is done'),
      exit: z.string().describe('the name of the exit code'),
      reason: z.string().describe('how it ended, in one line'),
      costUsd: z.number().describe('all that the run has cost, by what the client says'),
      artifacts: z.string().nullable().describe('the folder; null where it could not be written'),
      run,
      ...next,
    }),
    z.strictObject({ ok: z.literal(false), score, questions: z.array(z.string()), ...next }),
  ]),
  report: z.union([
    z.strictObject({ url: z.string(), ...next }),
    z.strictObject({ path: z.string().nullable(), runs: z.number(), unread: z.array(z.string()), ...next }),
  ]),
  hook: z.strictObject({
    event: z.string(),
    stdout: z.string(),
    stderr: z.string(),
    exitCode: z.number(),
    ...next,
  }),
  doctor: z.strictObject({
    ok: z.boolean(),
    findings: z.array(
      z.strictObject({
        subject: z.string(),
        level: z.enum(['sound', 'doubtful', 'broken']),
        found: z.string(),
        remedy: z.string().optional(),
      }),
    ),
    ...next,
  }),
  completion: z.strictObject({ shell: z.enum(['bash', 'zsh', 'fish']), script: z.string(), ...next }),
  help: z.union([
    z.looseObject({ verb: z.string(), ...verb.shape, ...next }),
    z.strictObject({
      verbs: z.record(z.string(), verb),
      flags: z.array(flag),
      exitCodes: z.record(z.string(), z.strictObject({ code: z.number(), meaning: z.string() })),
      ...next,
    }),
  ]),
} as const satisfies Readonly<Record<string, z.ZodType>>;
