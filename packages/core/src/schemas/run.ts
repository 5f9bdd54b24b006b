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
  /** The work tree that it runs in and proves, from the project's root; left out: the project. */
  folder: z.optional(text),
  /** The paths that the result depends on; omitted: the whole work tree. */
  paths: z.optional(z.array(text)),
  by: z.optional(author),
};

/** A command that proves a criterion, as the user stated it. */
const commandCheck = z.object({
  /** Shell text, or an argument vector that no shell sees. */
  command: z.union([text, z.array(text)]),
  ...anyCheck,
});
export type CommandCheck = z.infer<typeof commandCheck>;

/** A statement that a fresh model judges, for what no command can prove. */
const judgeCheck = z.object({
  /** The statement, as it was given. */
  judge: text,
  /** Left out: a cheap one. */
  model: z.optional(text),
  /** How often it may be asked; left out: the default. */
  rounds: z.optional(count),
  ...anyCheck,
});
export type JudgeCheck = z.infer<typeof judgeCheck>;

/** What proves a criterion: a command, or a judge. */
export const check = z.union([commandCheck, judgeCheck]);
export type Check = z.infer<typeof check>;

/** A short digest, by name, of each variable that can change the result of a check. */
export const environment = z.record(z.string(), text);
export type Environment = z.infer<typeof environment>;

/** The answer of a judge. */
export const judgement = z.object({
  answer: z.enum(JUDGE_ANSWERS),
  /** Who asked the judge. Claude's own shell can answer in its place. */
  askedBy: z.enum(['hook', 'driver', 'session']),
  /** The model as the client named it; empty if it never answered. */
  model: text,
  /** The version of our question to it. */
  prompt: count,
  /** Its cost, which the run counts. */
  usd: amount,
  tokens: amount,
});
export type Judgement = z.infer<typeof judgement>;

/** The result of a check. */
export const evidence = z.object({
  id: text,
  at: instant,
  passed: z.boolean(),
  exitCode: z.union([z.int(), z.null()]),
  durationMs: amount,
  /** The work tree as the check found it; the proof holds while this still matches. */
  fingerprint: text,
  /** One line of why, for checks that didn't end by themselves (timeout, signal, not found). */
  reason: z.optional(text),
  /** Who saw it; omitted: Claude's own shell. */
  witness: z.optional(z.enum(WITNESSES)),
  /** Left out for commands. */
  judgement: z.optional(judgement),
  /** The variables that it ran with; left out on old records. */
  environment: z.optional(environment),
  /** The work tree had changed when it was last read. New evidence starts without this mark. */
  isStale: z.optional(z.boolean()),
});
export type Evidence = z.infer<typeof evidence>;

/** A criterion ticked by hand. */
export const tick = z.object({ at: instant, basis: claimBasis, note: z.optional(text) });

/** One thing that must be true before the work counts as done. */
export const criterion = z.object({
  name: text,
  check: z.optional(check),
  evidence: z.optional(evidence),
  tick: z.optional(tick),
  /** How often its check has failed since it last passed. */
  failures: count,
  /** How many rounds its judge has used. */
  rounds: z.optional(count),
  /** The first run of its check; left out before, and on old records. */
  baseline: z.optional(
    z.object({
      passed: z.boolean(),
      at: instant,
      witness: z.optional(z.enum(WITNESSES)),
      environment: z.optional(environment),
    }),
  ),
  /** The work tree of the last failure of its check. */
  failedOn: z.optional(text),
  /** Its check failed and later passed on the same work tree. */
  isFlaky: z.optional(z.boolean()),
  by: z.optional(author),
  /** It was added after the start, so it is no part of the contract. */
  isExtra: z.optional(z.boolean()),
});
export type Criterion = z.infer<typeof criterion>;

/** Who set each limit and the shape, by name. Omitted ones are defaults. */
export const asked = z.record(z.string(), author);
export type Asked = z.infer<typeof asked>;

/** Points of the spec's score that a reader gave, beside the scorer's own. */
export const givenPoints = z.object({
  dimension: text,
  own: count,
  asked: count,
  /** Claude's points raise the total by a fixed amount at most. */
  counted: count,
  by: author,
  reason: text,
});
export type GivenPoints = z.infer<typeof givenPoints>;

/** A change of the contract that the user didn't ask for, or the refused attempt. */
export const amendment = z.object({
  at: instant,
  what: z.enum(AMENDMENTS),
  subject: text,
  reason: text,
  /** The contract stayed as it was. */
  isRefused: z.optional(z.boolean()),
});
export type Amendment = z.infer<typeof amendment>;

export const step = z.object({ name: text, isDone: z.boolean() });
export type Step = z.infer<typeof step>;

/** A task, with the fields of Claude's own list. */
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
export type Task = z.infer<typeof task>;

/** The limits of a frame; `null` means unlimited, which takes an explicit request. */
const limit = z.union([z.number(), z.null()]);
export const limits = z.object(byKey(LIMIT_KEYS, limit));
export type Limits = z.infer<typeof limits>;

/** The limits of a request. */
export const someLimits = z.partial(limits);
export type SomeLimits = z.infer<typeof someLimits>;

export const spend = z.object({ usd: amount, tokens: amount });
export type Spend = z.infer<typeof spend>;

/** The counters behind the circuit breakers; the machine alone moves them. */
export const breaker = z.object({
  ...countersOf(FRESH_COUNTERS),
  /** Edits by file since the iteration began. */
  edits: z.array(z.object({ path: text, count })),
  /** The last refused call, such as `Bash: npm publish`. */
  denied: z.optional(text),
  /** A digest of the call that failed last. When it passes, its error isn't in a row any more. */
  failedCall: z.optional(text),
  /** Half-open: counters that don't recur in the iteration after a pause are reset. */
  isOnTrial: z.optional(z.boolean()),
});
export type Breaker = z.infer<typeof breaker>;

/** Who reviewed, and the files or ranges of commits that they looked at; left out on old records. */
const reviewers = { reviewers: z.optional(z.array(text)), looked: z.optional(z.array(text)) };

export const waveReview = z.object({
  wave: count,
  score: z.number(),
  issues: count,
  blockers: count,
  ...reviewers,
});
export type WaveReview = z.infer<typeof waveReview>;

export const thoroughReview = z.object({
  passed: z.boolean(),
  blockersRemaining: count,
  ...reviewers,
  /** The digest of the list of reviewed files. */
  fingerprint: z.optional(text),
});

/** What becomes of a finding, and why. */
export const resolution = z.object({ choice: z.enum(RESOLUTIONS), reason: z.optional(text) });

/** A finding of a reviewer; `mustNot` is the number, from 1, of the violated prohibition. */
export const finding = z.object({
  severity: z.enum(SEVERITIES),
  text,
  mustNot: z.optional(count),
  /** The choice of the user, or of a headless run by rule; omitted until there is a choice. */
  resolution: z.optional(resolution),
});
export type Finding = z.infer<typeof finding>;

/** A question to the panel and its recommendation. */
export const counsel = z.object({ at: instant, subject: text, recommendation: z.optional(text) });
export type Counsel = z.infer<typeof counsel>;

/** Where a workflow frame stands (seed 002). */
export const workflow = z.object({
  stage,
  specScore: z.union([z.number(), z.null()]),
  fitScore: z.union([z.number(), z.null()]),
  startedAt: instant,
  recallSurfaced: z.array(text),
  waveReviews: z.array(waveReview),
  /** The thorough review that counts, and how often in a row it was not passed. */
  thorough: z.optional(z.extend(thoroughReview, { failures: z.optional(count) })),
  /**
   * `fingerprint` is the work tree at the time the gate passed, if evidence of tasks depends on it. `unreviewed` is
   * the reason why changes since the thorough review were not reviewed again.
   */
  gate: z.optional(
    z.object({
      passed: z.boolean(),
      at: instant,
      failures: count,
      fingerprint: z.optional(text),
      unreviewed: z.optional(text),
    }),
  ),
  /** The wave that is being worked on, counted from 1; 0 before the first. */
  wave: count,
  /** The last wave that was finished. */
  finishedWave: z.optional(count),
  /** A question that only the user can answer. */
  question: z.optional(text),
  /** The shape's prohibitions and its way of verification. */
  mustNot: z.optional(z.array(text)),
  mustNotChecks,
  verification: z.optional(text),
  /** The findings of the latest review of each wave and of the latest thorough review. */
  findings: z.optional(z.array(z.extend(finding, { wave: z.optional(count) }))),
});
export type Workflow = z.infer<typeof workflow>;

export const warnedLimit = z.enum(WARNED_LIMITS);

/** A note for the next continuation. */
export const note = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('tick-undone'), criterion: text }),
  /** `reason` is a code that the text knows, `subject` the thing that the edit was about. */
  z.object({ kind: z.literal('edit-refused'), field: text, reason: text, subject: z.optional(text) }),
  z.object({ kind: z.literal('criteria-disagree'), criteria: z.array(text) }),
  z.object({ kind: z.literal('ask-panel'), subject: text }),
  /** Left out on old records: the budget in dollars. */
  z.object({ kind: z.literal('budget'), percent: count, limit: z.optional(warnedLimit) }),
  z.object({ kind: z.literal('popped'), frame: text, spec: text, ending: text }),
]);
export type Note = z.infer<typeof note>;

export const ending = z.object({
  kind: z.enum(ENDINGS),
  detail: z.optional(text),
  at: instant,
  /** Who ended it by hand. */
  by: z.optional(author),
  /** The best time to go on, if known. */
  retryAt: z.optional(instant),
});
export type Ending = z.infer<typeof ending>;

/** A check that ran, in short. */
export const ranCheck = z.object({
  criterion: text,
  passed: z.boolean(),
  exitCode: z.union([z.int(), z.null()]),
  durationMs: amount,
  /** The id of the evidence that it left. */
  evidence: text,
});

/** The receipt of an iteration, written by the stop or command that ended it. */
export const iterationReceipt = z.object({
  frame: text,
  iteration: z.number(),
  /** The rule of the stop table that decided, or the command that ended it. */
  rule: text,
  /** Time and money of the whole run since the receipt before, so that all of them add up to the total. */
  durationMs: amount,
  usd: amount,
  tokens: amount,
  tools: count,
  /** Files edited by tools, the first of them; `fileCount` is how many there were. */
  files: z.array(text),
  fileCount: count,
  /** Criteria that are met now and were not, and the other way round. */
  met: z.array(text),
  lost: z.array(text),
  checks: z.array(ranCheck),
  /** The work tree as it was last looked at. */
  fingerprint: z.optional(text),
});
export type IterationReceipt = z.infer<typeof iterationReceipt>;

/** One loop on the stack; the top one is the active one. */
export const frame = z.object({
  id: text,
  mode,
  spec: text,
  score: z.union([z.number(), z.null()]),
  points: z.optional(z.array(givenPoints)),
  shape,
  /** Continuations granted so far. Any number is accepted, so that a corrupt one stays visible. */
  iteration: z.number(),
  limits,
  asked: z.optional(asked),
  /** When the user raised limits last, so that the same words don't raise them twice. */
  raisedAt: z.optional(instant),
  /** The limits granted at first, which a resume grants again; omitted: the current limits. */
  grant: z.optional(z.object(byKey(RENEWED_LIMITS, limit))),
  criteria: z.array(criterion),
  steps: z.array(step),
  tasks: z.array(task),
  workflow: z.optional(workflow),
  breaker,
  spend,
  /** Claude's word that the work is done. */
  exitSignal: z.boolean(),
  /** A colleague or a reviewer is to be asked before work goes on. */
  checkInDue: z.boolean(),
  /** A foreign edit advanced the iteration already; it isn't counted twice. */
  countedAhead: z.boolean(),
  notes: z.array(note),
  /** The highest warning of each limit so far. */
  warned: z.optional(z.object(byKey(WARNED_LIMITS, z.optional(count)))),
  /** The criteria met at the last receipt, and the checks since. */
  ledger: z.optional(
    z.object({ met: z.array(text), checks: z.array(ranCheck), fingerprint: z.optional(text) }),
  ),
  /** Changes of the contract that the user didn't ask for. They prevent the ending `verified`. */
  amendments: z.optional(z.array(amendment)),
  /** Questions to the panel and its answers. */
  counsel: z.optional(z.array(counsel)),
  startedAt: instant,
  /** Unknown fields of adopted files, by view, kept for their owners. */
  extras: z.object({ criteria: extras, workflow: extras, stack: extras }),
});
export type Frame = z.infer<typeof frame>;

export const status = z.enum(STATUSES);

/** A changed file that proofs depend on, such as a test. */
export const touchedFile = z.object({
  path: text,
  change: z.enum(FILE_CHANGES),
  kind: z.enum(PROOF_FILES),
});
export type TouchedFile = z.infer<typeof touchedFile>;

/** The changes in the work tree between the start and a claim, as git reports them. */
export const touched = z.object({
  /** How many files changed, by kind of change. */
  changed: count,
  deleted: count,
  added: count,
  /** The first of the changed files that proofs depend on; `proofFileCount` counts all of them. */
  proofFiles: z.array(touchedFile),
  proofFileCount: count,
  /** The guarded files, the first of them; `guardedCount` is how many there were. */
  guarded: z.array(text),
  guardedCount: count,
  /** Why the work trees could not be compared. */
  unknown: z.optional(text),
  /** What else could not be looked at. */
  open: z.optional(z.array(text)),
});
export type Touched = z.infer<typeof touched>;

/** The work tree at the start: the digest of its list of files, or why there is no list. */
export const startTree = z.union([z.object({ digest: text, files: count }), z.object({ unknown: text })]);
export type StartTree = z.infer<typeof startTree>;

/** Patterns of files that the work should leave as they are. */
export const guard = z.object({ patterns: z.array(text), isStrict: z.optional(z.boolean()) });
export type Guard = z.infer<typeof guard>;

/** A frame that has left the stack, in short. */
export const closedFrame = z.object({
  id: text,
  mode,
  spec: text,
  iteration: z.number(),
  spend,
  ending,
});
export type ClosedFrame = z.infer<typeof closedFrame>;

/** One loop as the user started it: a stack of frames, bottom first. */
export const run = z.object({
  id: text,
  session: text,
  status,
  createdAt: instant,
  updatedAt: instant,
  /** Silence longer than this makes the run stale. */
  ttlMs: amount,
  isHeadless: z.boolean(),
  frames: z.array(frame),
  closed: z.array(closedFrame),
  ending: z.optional(ending),
  startTree: z.optional(startTree),
  guard: z.optional(guard),
  /** The variables at the start, and which witness sees the same ones. */
  environment: z.optional(z.object({ witness: z.enum(WITNESSES), variables: environment })),
  /** The changes in the work tree at the last claim that ended a frame. */
  touched: z.optional(touched),
  /** Set while Claude is in a turn that a block of ours continued; seen once anything showed that it did go on. */
  continuation: z.optional(z.object({ at: instant, isSeen: z.boolean() })),
  /** The time of the last receipt and the spend until then; omitted: no receipt yet. */
  billed: z.optional(z.object({ at: instant, spend })),
  /** The run rests and its last turn is counted; the transcript has that cost only after the stop. */
  isSettled: z.optional(z.boolean()),
  /** How far the transcripts are counted; the counter defines the format. */
  usageMark: text,
  /** The unknown fields of an adopted stack message. */
  extras,
  /** Events on record. */
  events: count,
});
export type Run = z.infer<typeof run>;

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
