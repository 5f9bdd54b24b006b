import * as z from 'zod/mini';
import {
  amount,
  claimBasis,
  count,
  dated,
  extras,
  instant,
  maybeAuthor,
  maybeCount,
  maybeInstant,
  maybeText,
  maybeTexts,
  maybeTruth,
  mode,
  numberOrNull,
  observation,
  shape,
  stage,
  staging,
  taskFields,
  taskStatus,
  text,
  texts,
  truth,
} from './primitives.ts';
import {
  amendment,
  asked,
  check,
  criterionPlan,
  evidenceSchema,
  findingSchema,
  givenPoints,
  guard,
  offered,
  resolutionFields,
  reviewers,
  someLimits,
  spendFields,
  startTree,
  touchedSchema,
  witnessedEnvironment,
} from './run.ts';
import {
  criteriaStateSchema,
  projectionSchema,
  stackStateSchema,
  workflowStateSchema,
} from './view-files.ts';
import { FAILURE_KINDS, REMARKS, SIGNAL_KINDS } from './vocabulary.ts';

const field = { field: text, reason: text };

/** The plan of a new frame; omitted fields take the defaults. */
const framePlan = z.object({
  frameId: text,
  mode: z.optional(mode),
  score: z.optional(numberOrNull),
  fitScore: z.optional(numberOrNull),
  points: z.optional(z.array(givenPoints)),
  shape: z.optional(shape),
  criteria: z.optional(z.array(z.object(criterionPlan))),
  offered,
  steps: maybeTexts,
  limits: z.optional(someLimits),
  /** The most issues that a grind takes. */
  issues: maybeCount,
  asked: z.optional(asked),
  /** Names the stage of the workflow of seed 002 that the frame begins with; left out: no workflow. */
  stage: z.optional(stage),
});

/** Usage counted since `from`; ignored if that part was counted before. */
const spent = z.object({ ...spendFields, from: text, to: text });

/** Claude stopped: the facts that a stop is decided on. */
const stopCommand = dated('stop', {
  /** The environment switched loops off. */
  isDisabled: maybeTruth,
  /** The stop is a subagent's, not the session's own. */
  isSubagent: maybeTruth,
  isHeadless: maybeTruth,
  /** The client is in plan mode, in which Claude can't do the work. */
  isPlanning: maybeTruth,
  /** The host lets the session go when an inner loop ends (the exit codes of seed 004). */
  leavesAtPop: maybeTruth,
  /** The client's own word that this turn was continued by a stop hook before. */
  isContinuing: maybeTruth,
  /** The transcript shows tools since our last continuation. For hosts that report no tool calls. */
  ranTools: maybeTruth,
  /** Background work or a scheduled wake-up that will bring the session back by itself. */
  waitingFor: maybeTexts,
  /** The signals as Claude said them. */
  signals: z.optional(z.array(z.object({ kind: z.enum(SIGNAL_KINDS), value: text, line: count }))),
  /** Without a real signal: the last quoted one, and the construct around it. */
  nearMiss: z.optional(z.object({ line: count, place: text })),
  statusBlock: z.optional(
    z.object({
      exitSignal: maybeTruth,
      criteria: z.optional(z.array(z.object({ name: text, isMet: truth }))),
    }),
  ),
  /** A digest of the last message, if any. */
  message: maybeText,
  /** How long that message is. Older records don't know. */
  messageLength: maybeCount,
  /** The user typed what opened this turn, no command of ours, and Claude answered it without a tool. */
  remark: z.optional(z.enum(REMARKS)),
  /** The work tree now, by scope of the checks (see `scopeOf`). */
  fingerprints: z.optional(z.array(z.object({ scope: text, value: text }))),
  /** Why a part of the work tree could not be read; its evidence counts as stale. */
  unreadable: maybeText,
  /** The linked work tree where Claude works: its checks ran there, not in the project. */
  workTree: z.optional(z.object({ path: text, branch: maybeText })),
  /** Claude works in no work tree of the project, so nothing is proved. */
  elsewhere: z.optional(z.object({ path: text, project: text })),
  /** The changes since the start, for a claim that may end the frame. */
  touched: z.optional(touchedSchema),
  /** Checks of the user that the hook could not see pass itself, and why. */
  unseen: z.optional(z.array(z.object({ criterion: text, reason: text }))),
  /** Why the journal is no proof: a record of it was changed. */
  forged: maybeText,
  /** Open tasks of Claude's own list: of a session without a loop, and in older records. */
  openTasks: maybeTexts,
  spent: z.optional(spent),
});

/** Starts a run. */
const startCommand = z.extend(framePlan, {
  type: z.literal('start'),
  at: instant,
  runId: text,
  session: text,
  /** Left out: the spec of the draft. */
  spec: maybeText,
  ttlMs: z.optional(amount),
  /** Changes of a contract that this start replaces. */
  amendments: z.optional(z.array(amendment)),
  isHeadless: maybeTruth,
  agent: maybeText,
  isSessionOnly: maybeTruth,
  startTree: z.optional(startTree),
  guard: z.optional(guard),
  provesChange: maybeTruth,
  environment: z.optional(witnessedEnvironment),
});

const command = z.discriminatedUnion('type', [
  dated('draft', {
    runId: text,
    session: text,
    frameId: text,
    spec: text,
    mode: z.optional(mode),
  }),
  startCommand,
  dated('adopt', {
    runId: text,
    session: text,
    source: z.discriminatedUnion('format', [
      z.object({ format: z.literal('criteria'), state: criteriaStateSchema, updatedAt: instant }),
      z.object({ format: z.literal('workflow'), state: workflowStateSchema }),
      z.object({ format: z.literal('stack'), state: stackStateSchema, specs: maybeTexts }),
      /** A file that says a loop runs but whose numbers are nonsense (seed 004: corrupt). */
      z.object({ format: z.literal('corrupt'), ...field }),
    ]),
  }),
  /** Puts a loop on top of the stack. */
  z.extend(framePlan, { type: z.literal('push'), at: instant, spec: text, extras: z.optional(extras) }),
  dated('pop', { reason: maybeText, by: maybeAuthor }),
  stopCommand,
  dated('signal', { isDone: truth }),
  dated('step', {
    action: z.enum(['done', 'undo', 'add', 'remove']),
    /** A step's name, or its place counted from 1. */
    step: text,
  }),
  dated('criterion', {
    action: z.enum(['tick', 'untick', 'add', 'remove']),
    name: text,
    basis: z.optional(claimBasis),
    note: maybeText,
    check: z.optional(check),
    by: maybeAuthor,
    /** Why Claude drops a part of the contract. */
    reason: maybeText,
  }),
  dated('verify', {
    results: z.array(z.object({ criterion: text, evidence: evidenceSchema })),
  }),
  dated('task', {
    action: z.enum(['add', 'change', 'claim', 'release', 'complete', 'fail', 'remove']),
    /** Left out on `add` (the next number) and on `claim` (the next task that is free). */
    id: maybeText,
    reason: maybeText,
    by: maybeAuthor,
    ...taskFields,
  }),
  /** Claude's own task list as it is now; a long one in parts. */
  dated('listed', {
    /** Its name; another list has other tasks of the same numbers. */
    list: text,
    /** The numbers of all its tasks. */
    ids: texts,
    tasks: z.array(
      z.object({
        id: text,
        subject: text,
        description: text,
        activeForm: maybeText,
        owner: maybeText,
        status: taskStatus,
        blockedBy: texts,
        /** How often it failed, by Claude's word. */
        stuckCount: maybeCount,
      }),
    ),
  }),
  dated('wave', { action: z.enum(['begin', 'finish']) }),
  dated('stage', staging),
  dated('review', {
    /** The wave that a light review looked at; left out: the thorough review. */
    wave: maybeCount,
    score: z.optional(z.number()),
    issues: maybeCount,
    blockers: count,
    findings: z.optional(z.array(findingSchema)),
    ...reviewers,
    fingerprint: maybeText,
  }),
  /** What becomes of a finding of the thorough review, named by its text. */
  dated('settle', { finding: text, ...resolutionFields }),
  /** `fingerprint` is the work tree that the gate saw. */
  dated('gate', { passed: truth, fingerprint: maybeText, unreviewed: maybeText }),
  /** A question to the panel about a failure, or the panel's answer. */
  dated('panel', { subject: text, recommendation: maybeText }),
  dated('pause', { reason: maybeText }),
  dated('resume', { add: z.optional(someLimits), shape: z.optional(shape), asked: z.optional(asked) }),
  /** Records refused attempts to change the user's contract. */
  dated('amend', { amendments: z.array(amendment) }),
  dated('cancel', { reason: maybeText, by: maybeAuthor }),
  /** The user makes Claude's criteria and checks their own; omitted: all of them. */
  dated('approve', { names: maybeTexts }),
  /** Take-over by another session. */
  dated('claim', { session: text, agent: maybeText }),
  /** The user spoke, or a session of theirs began or ended: in each case no stop of ours is being continued. */
  dated('prompt', {
    source: z.enum(['prompt', 'session', 'end']),
    /** Whether the client's own cap ended the last turn over our block. Older records don't know. */
    isCapped: maybeTruth,
    spent: z.optional(spent),
  }),
  dated('failure', {
    kind: z.enum(FAILURE_KINDS),
    reason: text,
    /** When it makes sense to try again, if anybody said so. */
    retryAt: maybeInstant,
    /** Whether the reporter can itself run the turn again. */
    canRetry: maybeTruth,
    /** The transcript shows tools since the last record: their own record comes later. */
    ranTools: maybeTruth,
  }),
  dated('observe', {
    ...observation,
    edits: maybeTexts,
    errors: maybeTexts,
    denials: maybeCount,
    spent: z.optional(spent),
  }),
  dated('import', {
    base: projectionSchema,
    edited: projectionSchema,
    /** Why the edit can't be read; `edited` is the projection then. */
    problem: z.optional(z.object(field)),
  }),
]);

/** A request to a run. Time, ids and facts arrive inside. */
export type Command = z.infer<typeof command>;
export const commandSchema: z.ZodMiniType<Command> = command;
export type CommandOf<T extends Command['type']> = Extract<Command, { readonly type: T }>;
/** A command without its time, for callers that add the time in one place. */
export type CommandInput = { [T in Command['type']]: Omit<CommandOf<T>, 'at'> }[Command['type']];
/** The plan of a frame. */
export type FramePlan = z.infer<typeof framePlan> & { readonly spec: string };
export interface StartCommand extends z.infer<typeof startCommand> {}
export interface StopCommand extends z.infer<typeof stopCommand> {}
