import * as z from 'zod/mini';
import {
  amount,
  claimBasis,
  count,
  extras,
  instant,
  mode,
  mustNotChecks,
  shape,
  stage,
  taskStatus,
  text,
} from './primitives.ts';
import { FRESH_COUNTERS } from '../model/defaults.ts';
import { LIMIT_KEYS, RENEWED_LIMITS, WARNED_LIMITS } from '../model/limits.ts';
import {
  AMENDMENTS,
  AUTHORS,
  ENDINGS,
  FILE_CHANGES,
  JUDGE_ANSWERS,
  PROOF_FILES,
  RESOLUTIONS,
  SEVERITIES,
  STATUSES,
  WITNESSES,
} from '../model/vocabulary.ts';

/** Who asked for something; omitted: Claude. */
export const author = z.enum(AUTHORS);

const anyCheck = {
  timeoutMs: z.optional(amount),
  folder: z.optional(text),
  paths: z.optional(z.array(text)),
  by: z.optional(author),
};

const commandCheck = z.object({
  command: z.union([text, z.array(text)]),
  ...anyCheck,
});

const judgeCheck = z.object({
  judge: text,
  model: z.optional(text),
  rounds: z.optional(count),
  ...anyCheck,
});

export const check = z.union([commandCheck, judgeCheck]);

export const environment = z.record(z.string(), text);

export const judgement = z.object({
  answer: z.enum(JUDGE_ANSWERS),
  askedBy: z.enum(['hook', 'driver', 'session']),
  model: text,
  prompt: count,
  usd: amount,
  tokens: amount,
});

export const evidence = z.object({
  id: text,
  at: instant,
  passed: z.boolean(),
  exitCode: z.union([z.int(), z.null()]),
  durationMs: amount,
  fingerprint: text,
  reason: z.optional(text),
  witness: z.optional(z.enum(WITNESSES)),
  judgement: z.optional(judgement),
  environment: z.optional(environment),
  isStale: z.optional(z.boolean()),
});

export const tick = z.object({ at: instant, basis: claimBasis, note: z.optional(text) });

export const criterion = z.object({
  name: text,
  check: z.optional(check),
  evidence: z.optional(evidence),
  tick: z.optional(tick),
  failures: count,
  rounds: z.optional(count),
  baseline: z.optional(
    z.object({
      passed: z.boolean(),
      at: instant,
      witness: z.optional(z.enum(WITNESSES)),
      environment: z.optional(environment),
    }),
  ),
  failedOn: z.optional(text),
  isFlaky: z.optional(z.boolean()),
  by: z.optional(author),
  isExtra: z.optional(z.boolean()),
});

export const asked = z.record(z.string(), author);

export const givenPoints = z.object({
  dimension: text,
  own: count,
  asked: count,
  counted: count,
  by: author,
  reason: text,
});

export const amendment = z.object({
  at: instant,
  what: z.enum(AMENDMENTS),
  subject: text,
  reason: text,
  isRefused: z.optional(z.boolean()),
});

export const step = z.object({ name: text, isDone: z.boolean() });

export const task = z.object({
  id: text,
  subject: text,
  description: text,
  activeForm: z.optional(text),
  status: taskStatus,
  blocks: z.array(text),
  blockedBy: z.array(text),
  owner: z.optional(text),
  by: z.optional(author),
  metadata: extras,
});

const limit = z.union([z.number(), z.null()]);
export const limits = z.object(byKey(LIMIT_KEYS, limit));

export const someLimits = z.partial(limits);

export const spend = z.object({ usd: amount, tokens: amount });

/** The counters behind the circuit breakers; the machine alone moves them. */
export const breaker = z.object({
  ...countersOf(FRESH_COUNTERS),
  edits: z.array(z.object({ path: text, count })),
  rounds: z.optional(z.array(z.object({ path: text, count, hasFailed: z.optional(z.boolean()) }))),
  hasWaited: z.optional(z.boolean()),
  denied: z.optional(text),
  failedCall: z.optional(text),
  isOnTrial: z.optional(z.boolean()),
});

const reviewers = { reviewers: z.optional(z.array(text)), looked: z.optional(z.array(text)) };

export const waveReview = z.object({
  wave: count,
  score: z.number(),
  issues: count,
  blockers: count,
  ...reviewers,
});

export const thoroughReview = z.object({
  passed: z.boolean(),
  blockersRemaining: count,
  ...reviewers,
  fingerprint: z.optional(text),
});

export const resolution = z.object({ choice: z.enum(RESOLUTIONS), reason: z.optional(text) });

export const finding = z.object({
  severity: z.enum(SEVERITIES),
  text,
  mustNot: z.optional(count),
  resolution: z.optional(resolution),
});

export const counsel = z.object({ at: instant, subject: text, recommendation: z.optional(text) });

export const workflow = z.object({
  stage,
  specScore: z.union([z.number(), z.null()]),
  fitScore: z.union([z.number(), z.null()]),
  startedAt: instant,
  recallSurfaced: z.array(text),
  waveReviews: z.array(waveReview),
  thorough: z.optional(z.extend(thoroughReview, { failures: z.optional(count) })),
  gate: z.optional(
    z.object({
      passed: z.boolean(),
      at: instant,
      failures: count,
      fingerprint: z.optional(text),
      unreviewed: z.optional(text),
    }),
  ),
  wave: count,
  finishedWave: z.optional(count),
  question: z.optional(text),
  mustNot: z.optional(z.array(text)),
  mustNotChecks,
  verification: z.optional(text),
  findings: z.optional(z.array(z.extend(finding, { wave: z.optional(count) }))),
});

export const warnedLimit = z.enum(WARNED_LIMITS);

export const note = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('tick-undone'), criterion: text }),
  z.object({ kind: z.literal('edit-refused'), field: text, reason: text, subject: z.optional(text) }),
  z.object({ kind: z.literal('criteria-disagree'), criteria: z.array(text) }),
  z.object({ kind: z.literal('ask-panel'), subject: text }),
  z.object({ kind: z.literal('budget'), percent: count, limit: z.optional(warnedLimit) }),
  z.object({ kind: z.literal('popped'), frame: text, spec: text, ending: text }),
]);

export const ending = z.object({
  kind: z.enum(ENDINGS),
  detail: z.optional(text),
  at: instant,
  by: z.optional(author),
  retryAt: z.optional(instant),
});

export const ranCheck = z.object({
  criterion: text,
  passed: z.boolean(),
  exitCode: z.union([z.int(), z.null()]),
  durationMs: amount,
  evidence: text,
});

export const iterationReceipt = z.object({
  frame: text,
  iteration: z.number(),
  rule: text,
  durationMs: amount,
  usd: amount,
  tokens: amount,
  tools: count,
  files: z.array(text),
  fileCount: count,
  met: z.array(text),
  lost: z.array(text),
  checks: z.array(ranCheck),
  fingerprint: z.optional(text),
});

export const frame = z.object({
  id: text,
  mode,
  spec: text,
  score: z.union([z.number(), z.null()]),
  fitScore: z.optional(z.number()),
  points: z.optional(z.array(givenPoints)),
  shape,
  iteration: z.number(),
  limits,
  asked: z.optional(asked),
  raisedAt: z.optional(instant),
  grant: z.optional(z.object(byKey(RENEWED_LIMITS, limit))),
  criteria: z.array(criterion),
  steps: z.array(step),
  tasks: z.array(task),
  workflow: z.optional(workflow),
  breaker,
  spend,
  exitSignal: z.boolean(),
  checkInDue: z.boolean(),
  countedAhead: z.boolean(),
  notes: z.array(note),
  warned: z.optional(z.object(byKey(WARNED_LIMITS, z.optional(count)))),
  ledger: z.optional(
    z.object({ met: z.array(text), checks: z.array(ranCheck), fingerprint: z.optional(text) }),
  ),
  amendments: z.optional(z.array(amendment)),
  counsel: z.optional(z.array(counsel)),
  startedAt: instant,
  extras: z.object({ criteria: extras, workflow: extras, stack: extras }),
});

export const status = z.enum(STATUSES);

export const touchedFile = z.object({
  path: text,
  change: z.enum(FILE_CHANGES),
  kind: z.enum(PROOF_FILES),
});

export const touched = z.object({
  changed: count,
  deleted: count,
  added: count,
  proofFiles: z.array(touchedFile),
  proofFileCount: count,
  guarded: z.array(text),
  guardedCount: count,
  unknown: z.optional(text),
  open: z.optional(z.array(text)),
});

export const startTree = z.union([z.object({ digest: text, files: count }), z.object({ unknown: text })]);

export const guard = z.object({ patterns: z.array(text), isStrict: z.optional(z.boolean()) });

export const closedFrame = z.object({
  id: text,
  mode,
  spec: text,
  iteration: z.number(),
  spend,
  ending,
});

export const run = z.object({
  id: text,
  session: text,
  status,
  createdAt: instant,
  updatedAt: instant,
  ttlMs: amount,
  isHeadless: z.boolean(),
  frames: z.array(frame),
  closed: z.array(closedFrame),
  ending: z.optional(ending),
  startTree: z.optional(startTree),
  guard: z.optional(guard),
  environment: z.optional(z.object({ witness: z.enum(WITNESSES), variables: environment })),
  touched: z.optional(touched),
  continuation: z.optional(z.object({ at: instant, isSeen: z.boolean() })),
  billed: z.optional(z.object({ at: instant, spend })),
  isSettled: z.optional(z.boolean()),
  usageMark: text,
  extras,
  events: count,
});

/** An object shape with one schema for every key. */
function byKey<K extends string, T>(keys: readonly K[], schema: T): Readonly<Record<K, T>> {
  return Object.fromEntries(keys.map((key) => [key, schema])) as Record<K, T>;
}

type CounterOf<T> = T extends number ? typeof count : T extends string ? typeof text : z.ZodMiniBoolean;

/** The schemas of counters, by the kind of the value that each starts with. */
function countersOf<T extends Readonly<Record<string, number | string | boolean>>>(
  fresh: T,
): { readonly [Name in keyof T]: CounterOf<T[Name]> } {
  const kinds = { number: count, string: text, boolean: z.boolean() };
  const schemas = Object.entries(fresh).map(([name, start]) => [
    name,
    kinds[typeof start as keyof typeof kinds],
  ]);
  return Object.fromEntries(schemas) as { readonly [Name in keyof T]: CounterOf<T[Name]> };
}
