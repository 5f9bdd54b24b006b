import * as z from 'zod/mini';
import { upgradeEnding } from '../text/upgrade-ending.ts';
import { BREAKERS, FRESH_COUNTERS } from './defaults.ts';
import { LIMIT_KEYS, RENEWED_LIMITS, WARNED_LIMITS } from './limits.ts';
import {
  amount,
  author,
  claimBasis,
  count,
  extras,
  instant,
  lazyObject,
  maybeAuthor,
  maybeCount,
  maybeInstant,
  maybeText,
  maybeTexts,
  maybeTruth,
  mode,
  mustNotChecks,
  numberOrNull,
  oneOf,
  shape,
  shellCommand,
  stage,
  taskStatus,
  text,
  texts,
  truth,
  witness,
} from './primitives.ts';
import {
  AMENDMENTS,
  FAILURE_KINDS,
  FILE_CHANGES,
  JUDGE_ANSWERS,
  RESOLUTIONS,
  SEVERITIES,
  STATUSES,
  VOUCHERS,
} from './vocabulary.ts';

// The run as data. Each schema is the definition of its record; the types follow from it.

/** What every check may say. */
const anyCheck = {
  timeoutMs: z.optional(amount),
  /** The work tree that it runs in and proves, from the project's root; left out: the project. */
  folder: maybeText,
  /** The paths that the result depends on; omitted: the whole work tree. */
  paths: maybeTexts,
  by: maybeAuthor,
};

const commandCheck = lazyObject(() => ({ command: shellCommand, ...anyCheck }));

/** A command that proves a criterion, as the user stated it. */
export interface CommandCheck extends z.infer<typeof commandCheck> {}
const commandCheckSchema: z.ZodMiniType<CommandCheck> = commandCheck;

const judgeCheck = lazyObject(() => ({
  /** The statement, as it was given. */
  judge: text,
  /** Left out: a cheap one. */
  model: maybeText,
  /** How often it may be asked; left out: the default. */
  rounds: maybeCount,
  ...anyCheck,
}));

/** A statement that a fresh model judges, for what no command can prove. */
export interface JudgeCheck extends z.infer<typeof judgeCheck> {}
const judgeCheckSchema: z.ZodMiniType<JudgeCheck> = judgeCheck;

export const check = z.lazy(() => z.union([commandCheckSchema, judgeCheckSchema]));

/** What proves a criterion: a command, or a judge. */
export type Check = z.infer<typeof check>;

const environment = z.lazy(() => z.record(z.string(), text));

/** A short digest, by name, of each variable that can change the result of a check. */
export type Environment = z.infer<typeof environment>;

const judgement = lazyObject(() => ({
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
}));

/** The answer of a judge. */
export interface Judgement extends z.infer<typeof judgement> {}

const evidence = lazyObject(() => ({
  id: text,
  at: instant,
  passed: truth,
  exitCode: z.nullable(z.int()),
  durationMs: amount,
  /** The work tree as the check found it; the proof holds while this still matches. */
  fingerprint: text,
  /** One line of why, for checks that didn't end by themselves (timeout, signal, not found). */
  reason: maybeText,
  /** Who saw it; omitted: Claude's own shell. */
  witness: z.optional(witness),
  /** Left out for commands. */
  judgement: z.optional(judgement),
  /** The variables that it ran with; left out on old records. */
  environment: z.optional(environment),
  /** The work tree had changed when it was last read. New evidence starts without this mark. */
  isStale: maybeTruth,
  /** How the same check ended on the files of the start, or why it did not run on them. */
  onStart: z.optional(z.object({ passed: maybeTruth, reason: maybeText })),
}));

/** The result of a check. */
export interface Evidence extends z.infer<typeof evidence> {}
export const evidenceSchema: z.ZodMiniType<Evidence> = evidence;

/** A criterion ticked by hand. */
export const tick = lazyObject(() => ({ at: instant, basis: claimBasis, note: maybeText }));

/** A criterion as it is planned. */
export const criterionPlan = { name: text, check: z.optional(check), by: maybeAuthor };

export const offered = z.optional(z.array(z.object({ name: text, check })));

const criterion = lazyObject(() => ({
  ...criterionPlan,
  /** How often its check has failed since it last passed. */
  failures: count,
  evidence: z.optional(evidenceSchema),
  tick: z.optional(tick),
  /** How many rounds its judge has used. */
  rounds: maybeCount,
  /** The first run of its check; left out before, and on old records. */
  baseline: z.optional(
    z.object({
      passed: truth,
      at: instant,
      witness: z.optional(witness),
      environment: z.optional(environment),
      /** The driver ran it before its first client. */
      isBeforeWork: maybeTruth,
    }),
  ),
  /** The work tree of the last failure of its check. */
  failedOn: maybeText,
  /** Its check failed and later passed on the same work tree. */
  isFlaky: maybeTruth,
  /** It was added after the start, so it is no part of the contract. */
  isExtra: maybeTruth,
}));

/** One thing that must be true before the work counts as done. */
export interface Criterion extends z.infer<typeof criterion> {}
export const criterionSchema: z.ZodMiniType<Criterion> = criterion;

export const asked = z.lazy(() => z.record(z.string(), author));

/** Who set each limit and the shape, by name. Omitted ones are defaults. */
export type Asked = z.infer<typeof asked>;

export const givenPoints = lazyObject(() => ({
  dimension: text,
  own: count,
  asked: count,
  /** Claude's points raise the total by a fixed amount at most. */
  counted: count,
  by: author,
  reason: text,
}));

/** Points of the spec's score that a reader gave, beside the scorer's own. */
export interface GivenPoints extends z.infer<typeof givenPoints> {}

export const amendment = lazyObject(() => ({
  at: instant,
  what: z.enum(AMENDMENTS),
  subject: text,
  reason: text,
  /** The contract stayed as it was. */
  isRefused: maybeTruth,
}));

/** A change of the contract that the user didn't ask for, or the refused attempt. */
export interface Amendment extends z.infer<typeof amendment> {}

const step = lazyObject(() => ({ name: text, isDone: truth }));

/** A step of a plan. */
export interface Step extends z.infer<typeof step> {}

const task = lazyObject(() => ({
  id: text,
  subject: text,
  description: text,
  activeForm: maybeText,
  status: taskStatus,
  blocks: texts,
  blockedBy: texts,
  owner: maybeText,
  by: maybeAuthor,
  metadata: extras,
}));

/** A task, with the fields of Claude's own list. */
export interface Task extends z.infer<typeof task> {}
export const taskSchema: z.ZodMiniType<Task> = task;

export const limits = lazyObject(() => byKey(LIMIT_KEYS, numberOrNull));

/** The limits of a frame; `null` means unlimited, which takes an explicit request. */
export interface Limits extends z.infer<typeof limits> {}

export const someLimits = lazyObject(() => byKey(LIMIT_KEYS, z.optional(numberOrNull)));

/** The limits of a request. */
export type SomeLimits = z.infer<typeof someLimits>;

/** `isUnpriced`: some of the cost is unknown, and `usd` leaves it out. */
export const spendFields = { usd: amount, tokens: amount, isUnpriced: maybeTruth };
export const spend = lazyObject(() => spendFields);

/** Money and tokens. */
export interface Spend extends z.infer<typeof spend> {}

const editsOfFile = { path: text, count };

const breaker = lazyObject(() => ({
  ...countersOf(FRESH_COUNTERS),
  /** Edits by file since the iteration began. */
  edits: z.array(z.object(editsOfFile)),
  /**
   * Edits by file that followed a failed command or check, since the iteration began. `hasFailed`: one failed since
   * the file's last edit. Left out on old records.
   */
  rounds: z.optional(z.array(z.object({ ...editsOfFile, hasFailed: maybeTruth }))),
  /** The repeated error or file let the last claim be answered first; the next stop asks them again. */
  hasWaited: maybeTruth,
  /** The last refused call, such as `Bash: npm publish`. */
  denied: maybeText,
  /** A digest of the call that failed last. When it passes, its error isn't in a row any more. */
  failedCall: maybeText,
  /** Half-open: counters that don't recur in the iteration after a pause are reset. */
  isOnTrial: maybeTruth,
}));

/** The counters behind the circuit breakers, and the edits; the machine alone moves them. */
export interface Breaker extends z.infer<typeof breaker> {}
const breakerSchema: z.ZodMiniType<Breaker> = breaker;

/** Who reviewed. Records of version 0.1 also name the files or ranges of commits that they looked at. */
export const reviewers = { reviewers: maybeTexts, looked: maybeTexts };

export const waveReview = lazyObject(() => ({
  wave: count,
  score: z.number(),
  issues: count,
  blockers: count,
  ...reviewers,
}));

/** The light review of a wave. */
export interface WaveReview extends z.infer<typeof waveReview> {}

/** The review of the whole work. */
const thoroughReviewFields = {
  passed: truth,
  blockersRemaining: count,
  ...reviewers,
  /** The digest of the list of reviewed files. */
  fingerprint: maybeText,
};
export const thoroughReview = lazyObject(() => thoroughReviewFields);

/** What becomes of a finding, and why. */
export const resolutionFields = { choice: oneOf(RESOLUTIONS), reason: maybeText };
export const resolution = lazyObject(() => resolutionFields);

const findingFields = {
  severity: oneOf(SEVERITIES),
  text,
  /** The number, from 1, of the violated prohibition. */
  mustNot: maybeCount,
  /** The choice of the user, or of a headless run by rule; omitted until there is a choice. */
  resolution: z.optional(resolution),
};
const finding = lazyObject(() => findingFields);

/** A finding of a reviewer. */
export interface Finding extends z.infer<typeof finding> {}
export const findingSchema: z.ZodMiniType<Finding> = finding;

const counsel = lazyObject(() => ({ at: instant, subject: text, recommendation: maybeText }));

/** A question to the panel and its recommendation. */
export interface Counsel extends z.infer<typeof counsel> {}

const workflow = lazyObject(() => ({
  stage,
  specScore: numberOrNull,
  fitScore: numberOrNull,
  startedAt: instant,
  recallSurfaced: texts,
  waveReviews: z.array(waveReview),
  /** The thorough review that counts, and how often in a row it was not passed. */
  thorough: z.optional(z.object({ ...thoroughReviewFields, failures: maybeCount })),
  /**
   * `fingerprint` is the work tree at the time the gate passed, if evidence of tasks depends on it. `unreviewed` is
   * the reason why changes since the thorough review were not reviewed again.
   */
  gate: z.optional(
    z.object({
      passed: truth,
      at: instant,
      failures: count,
      fingerprint: maybeText,
      unreviewed: maybeText,
    }),
  ),
  /** The wave that is being worked on, counted from 1; 0 before the first. */
  wave: count,
  /** The last wave that was finished. */
  finishedWave: maybeCount,
  /** A question that only the user can answer. */
  question: maybeText,
  /** The shape's prohibitions and its way of verification. */
  mustNot: maybeTexts,
  mustNotChecks,
  verification: maybeText,
  /** The findings of the latest review of each wave and of the latest thorough review. */
  findings: z.optional(z.array(z.object({ ...findingFields, wave: maybeCount }))),
}));

/** Where a workflow frame stands (seed 002). */
export interface Workflow extends z.infer<typeof workflow> {}
const workflowSchema: z.ZodMiniType<Workflow> = workflow;

export const note = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('tick-undone'), criterion: text }),
    /** `reason` is a code that the text knows, `subject` the thing that the edit was about. */
    z.object({ kind: z.literal('edit-refused'), field: text, reason: text, subject: maybeText }),
    z.object({ kind: z.literal('criteria-disagree'), criteria: texts }),
    z.object({ kind: z.literal('ask-panel'), subject: text }),
    /** Left out on old records: the budget in dollars. */
    z.object({ kind: z.literal('budget'), percent: count, limit: z.optional(z.enum(WARNED_LIMITS)) }),
    z.object({ kind: z.literal('popped'), frame: text, spec: text, ending: text }),
  ]),
);

/** A note for the next continuation. */
export type Note = z.infer<typeof note>;

const restCause = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('limit'), limit: z.enum(LIMIT_KEYS) }),
    z.object({ kind: z.literal('breaker'), breaker: z.enum(BREAKERS) }),
    /** Nothing was heard of the loop for longer than its time to live. */
    z.object({ kind: z.literal('stale') }),
    z.object({
      kind: z.literal('failure'),
      failure: z.enum(FAILURE_KINDS),
      reason: text,
      /** The best time to go on, if known. */
      retryAt: maybeInstant,
    }),
    z.object({ kind: z.literal('hand'), reason: maybeText }),
  ]),
);

/** Why a loop rests. */
export type RestCause = z.infer<typeof restCause>;

/** Names by who vouches for them. */
const seen = z.lazy(() => z.object(byKey(VOUCHERS, maybeTexts)));

/** Who vouched for a done loop. Left out without checks and issues. */
const witnessed = {
  /** The criteria that each witness vouched for; of a grind also the issues. */
  seen: z.optional(seen),
  /** The checks that the hook did not run itself, and why. */
  unseen: z.optional(z.array(z.object({ criterion: text, reason: text }))),
  /** The linked work tree that is proved, not the project's own. */
  workTree: z.optional(z.object({ path: text, branch: maybeText })),
};

const verifiedEnding = lazyObject(() => ({
  kind: z.literal('verified'),
  at: instant,
  /** No file differs from the start, and every check was seen to pass before the work. */
  isUnchanged: maybeTruth,
  ...witnessed,
}));
const claimedEnding = lazyObject(() => ({
  kind: z.literal('claimed'),
  at: instant,
  /** What Claude changed of the contract. */
  amended: z.optional(z.array(z.object({ what: z.enum(AMENDMENTS), subject: text }))),
  /** Why the proofs don't count, such as changed guarded files. */
  breach: maybeText,
  /** The issues of a grind that were not finished. */
  undone: maybeTexts,
  ...witnessed,
}));
const gaveUpEnding = lazyObject(() => ({
  kind: z.literal('gave-up'),
  at: instant,
  /** The value of the signal that gave up. */
  signal: maybeText,
}));
const restingEnding = lazyObject(() => ({
  kind: z.enum(['stuck', 'paused']),
  at: instant,
  cause: restCause,
}));
const cancelledEnding = lazyObject(() => ({
  kind: z.literal('cancelled'),
  at: instant,
  reason: maybeText,
  /** Who ended it by hand. */
  by: maybeAuthor,
}));
const abortedEnding = lazyObject(() => ({
  kind: z.literal('aborted'),
  at: instant,
  /** The part of an adopted file that made no sense; left out if numbers of the run made none. */
  corrupt: z.optional(z.object({ field: text, reason: text })),
}));
/** The client ended the turn over a block. */
const overriddenEnding = lazyObject(() => ({ kind: z.literal('overridden'), at: instant }));

const ending = z.lazy(() =>
  z.discriminatedUnion('kind', [
    verifiedEnding,
    claimedEnding,
    gaveUpEnding,
    restingEnding,
    cancelledEnding,
    abortedEnding,
    overriddenEnding,
  ]),
);

// Interfaces keep the declarations short.
interface VerifiedEnding extends z.infer<typeof verifiedEnding> {}
export interface ClaimedEnding extends z.infer<typeof claimedEnding> {}
interface GaveUpEnding extends z.infer<typeof gaveUpEnding> {}
interface RestingEnding extends z.infer<typeof restingEnding> {}
interface CancelledEnding extends z.infer<typeof cancelledEnding> {}
interface AbortedEnding extends z.infer<typeof abortedEnding> {}
interface OverriddenEnding extends z.infer<typeof overriddenEnding> {}

/** The ending of a loop whose work is done. */
export type DoneEnding = VerifiedEnding | ClaimedEnding;

/** How a frame or a run ended, or why it rests. */
export type Ending =
  | DoneEnding
  | GaveUpEnding
  | RestingEnding
  | CancelledEnding
  | AbortedEnding
  | OverriddenEnding;
/** Takes the endings of version 0.1.0, too. */
export const endingSchema: z.ZodMiniType<Ending> = z.lazy(() => z.pipe(z.transform(upgradeEnding), ending));

/** A check that ran, in short. */
const ranCheck = lazyObject(() => ({
  criterion: text,
  passed: truth,
  exitCode: z.nullable(z.int()),
  durationMs: amount,
  /** The id of the evidence that it left. */
  evidence: text,
}));

const iterationReceipt = lazyObject(() => ({
  frame: text,
  iteration: z.number(),
  /** The rule of the stop table that decided, or the command that ended it. */
  rule: text,
  /** Time and money of the whole run since the receipt before, so that all of them add up to the total. */
  durationMs: amount,
  ...spendFields,
  tools: count,
  /** Files edited by tools, the first of them; `fileCount` is how many there were. */
  files: texts,
  fileCount: count,
  /** Criteria that are met now and were not, and the other way round. */
  met: texts,
  lost: texts,
  checks: z.array(ranCheck),
  /** The work tree as it was last looked at. */
  fingerprint: maybeText,
}));

/** The receipt of an iteration, written by the stop or command that ended it. */
export interface IterationReceipt extends z.infer<typeof iterationReceipt> {}
export const iterationReceiptSchema: z.ZodMiniType<IterationReceipt> = iterationReceipt;

const issues = lazyObject(() => ({
  /** The most that it may take; left out: all. */
  most: maybeCount,
  ended: count,
  /** How many of them ended verified. */
  verified: count,
  /** The finished ones, by the weakest voucher of each. */
  seen,
  undone: texts,
}));

/** The issues of a grind that ended so far. */
export interface Issues extends z.infer<typeof issues> {}

const frame = lazyObject(() => ({
  id: text,
  mode,
  spec: text,
  score: numberOrNull,
  /** The fit score, where it chose the shape of a loop without a workflow. */
  fitScore: z.optional(z.number()),
  points: z.optional(z.array(givenPoints)),
  shape,
  /** Continuations granted so far. Any number is accepted, so that a corrupt one stays visible. */
  iteration: z.number(),
  limits,
  asked: z.optional(asked),
  /** When the user raised limits last, so that the same words don't raise them twice. */
  raisedAt: maybeInstant,
  issues: z.optional(issues),
  /** The limits granted at first, which a resume and the end of an issue grant again; omitted: the current limits. */
  grant: z.optional(z.object(byKey(RENEWED_LIMITS, numberOrNull))),
  criteria: z.array(criterionSchema),
  /** Checks that the text of the spec names. They count once the user approves them. */
  offered,
  steps: z.array(step),
  tasks: z.array(taskSchema),
  workflow: z.optional(workflowSchema),
  breaker: breakerSchema,
  spend,
  /** Claude's word that the work is done. */
  exitSignal: truth,
  /** A colleague or a reviewer is to be asked before work goes on. */
  checkInDue: truth,
  /** A foreign edit advanced the iteration already; it isn't counted twice. */
  countedAhead: truth,
  notes: z.array(note),
  /** The highest warning of each limit so far. */
  warned: z.optional(z.object(byKey(WARNED_LIMITS, maybeCount))),
  /** The criteria met at the last receipt, and the checks since. */
  ledger: z.optional(z.object({ met: texts, checks: z.array(ranCheck), fingerprint: maybeText })),
  /** Changes of the contract that the user didn't ask for. They prevent the ending `verified`. */
  amendments: z.optional(z.array(amendment)),
  /** Questions to the panel and its answers. */
  counsel: z.optional(z.array(counsel)),
  startedAt: instant,
  /** Unknown fields of adopted files, by view, kept for their owners. */
  extras: z.object({ criteria: extras, workflow: extras, stack: extras }),
}));

/** One loop on the stack; the top one is the active one. */
export interface Frame extends z.infer<typeof frame> {}
export const frameSchema: z.ZodMiniType<Frame> = frame;

export const status = z.lazy(() => z.enum(STATUSES));

const touchedFile = lazyObject(() => ({ path: text, change: z.enum(FILE_CHANGES) }));

/** A file that differs from the start of the run. */
export interface TouchedFile extends z.infer<typeof touchedFile> {}

const touched = lazyObject(() => ({
  /** How many files changed, by kind of change. */
  changed: count,
  deleted: count,
  added: count,
  /** The first of the files: changed and deleted ones before new ones. */
  files: z.optional(z.array(touchedFile)),
  /** In a record of version 0.1: the first of the files that it held for tests or settings. */
  proofFiles: z.optional(z.array(touchedFile)),
  /** The guarded files, the first of them; `guardedCount` is how many there were. */
  guarded: texts,
  guardedCount: count,
  /** Why the work trees could not be compared. */
  unknown: maybeText,
  /** In a record of version 0.1: what else could not be looked at. */
  open: maybeTexts,
}));

/** The changes in the work tree between the start and a claim, as git reports them. */
export interface Touched extends z.infer<typeof touched> {}
export const touchedSchema: z.ZodMiniType<Touched> = touched;

export const startTree = z.lazy(() =>
  z.union([z.object({ digest: text, files: count }), z.object({ unknown: text })]),
);

/** The work tree at the start: the digest of its list of files, or why there is no list. */

export const guard = lazyObject(() => ({ patterns: texts, isStrict: maybeTruth }));

/** Patterns of files that the work should leave as they are. */
export interface Guard extends z.infer<typeof guard> {}

const closedFrame = lazyObject(() => ({
  id: text,
  mode,
  spec: text,
  iteration: z.number(),
  spend,
  ending: endingSchema,
}));

/** A frame that has left the stack, in short. */
export interface ClosedFrame extends z.infer<typeof closedFrame> {}

/** The variables at the start, and which witness sees the same ones. */
export const witnessedEnvironment = lazyObject(() => ({ witness, variables: environment }));

const run = lazyObject(() => ({
  id: text,
  session: text,
  /** What people call the agent that a driver works with; omitted: Claude. */
  agent: maybeText,
  status,
  createdAt: instant,
  updatedAt: instant,
  /** Silence longer than this makes the run stale. */
  ttlMs: amount,
  isHeadless: truth,
  frames: z.array(frameSchema),
  closed: z.array(closedFrame),
  ending: z.optional(endingSchema),
  startTree: z.optional(startTree),
  guard: z.optional(guard),
  /** The end is verified only if a check fails on the files of the start. */
  provesChange: maybeTruth,
  environment: z.optional(witnessedEnvironment),
  /** The changes in the work tree at the last claim that ended a frame. */
  touched: z.optional(touchedSchema),
  /** Set while Claude is in a turn that a block of ours continued; seen once anything showed that it did go on. */
  continuation: z.optional(z.object({ at: instant, isSeen: truth })),
  /** The loop waited for the user or rested, and has not sent Claude on since: what they type is a reply. */
  awaitsUser: maybeTruth,
  /** The time of the last receipt and the spend until then; omitted: no receipt yet. */
  billed: z.optional(z.object({ at: instant, spend })),
  /** The run rests and its last turn is counted; the transcript has that cost only after the stop. */
  isSettled: maybeTruth,
  /** The user wants the run to end with its session. */
  isSessionOnly: maybeTruth,
  /** When its session ended last. */
  leftAt: maybeInstant,
  /** How far the transcripts are counted; the counter defines the format. */
  usageMark: text,
  /** The unknown fields of an adopted stack message. */
  extras,
  /** Events on record. */
  events: count,
}));

/** One loop as the user started it: a stack of frames, bottom first. */
export interface Run extends z.infer<typeof run> {}
export const runSchema: z.ZodMiniType<Run> = run;

/** An object shape with one schema for every key. */
function byKey<K extends string, T>(keys: readonly K[], schema: T): Readonly<Record<K, T>> {
  return Object.fromEntries(keys.map((key) => [key, schema])) as Record<K, T>;
}

type CounterOf<T> = T extends number ? typeof count : T extends string ? typeof text : typeof truth;

/** The schemas of counters, by the kind of the value that each starts with. */
function countersOf<T extends Readonly<Record<string, number | string | boolean>>>(
  fresh: T,
): { readonly [Name in keyof T]: CounterOf<T[Name]> } {
  const kinds = { number: count, string: text, boolean: truth };
  const schemas = Object.entries(fresh).map(([name, start]) => [
    name,
    kinds[typeof start as keyof typeof kinds],
  ]);
  return Object.fromEntries(schemas) as { readonly [Name in keyof T]: CounterOf<T[Name]> };
}
