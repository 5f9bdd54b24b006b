import * as z from 'zod/mini';
import { FAILURE_KINDS, SIGNAL_KINDS } from '../model/vocabulary.ts';
import { criteriaState } from './criteria-state.ts';
import { stackState } from './stack-state.ts';
import { workflowState } from './workflow-state.ts';
import { amount, claimBasis, count, extras, instant, mode, shape, stage, text } from './primitives.ts';
import {
  amendment,
  author,
  check,
  evidence,
  finding,
  guard,
  run,
  someLimits,
  startTree,
  touched,
} from './run.ts';

const signal = z.object({
  kind: z.enum(SIGNAL_KINDS),
  value: text,
  line: count,
});

const statusBlock = z.object({
  exitSignal: z.optional(z.boolean()),
  criteria: z.optional(z.array(z.object({ name: text, isMet: z.boolean() }))),
});

const criterionPlan = z.object({ name: text, check: z.optional(check), by: z.optional(author) });

/** The plan of a new frame; omitted fields take the defaults. */
const framePlan = z.object({
  frameId: text,
  mode: z.optional(mode),
  score: z.optional(z.union([z.number(), z.null()])),
  fitScore: z.optional(z.union([z.number(), z.null()])),
  shape: z.optional(shape),
  criteria: z.optional(z.array(criterionPlan)),
  steps: z.optional(z.array(text)),
  limits: z.optional(someLimits),
  /** Names the stage of the workflow of seed 002 that the frame begins with; left out: no workflow. */
  stage: z.optional(stage),
});

/** Usage counted since `from`; ignored if that part was counted before. */
const spent = z.object({ usd: amount, tokens: amount, from: text, to: text });

export const stopCommand = z.object({
  type: z.literal('stop'),
  at: instant,
  /** The environment switched loops off. */
  isDisabled: z.optional(z.boolean()),
  /** The stop is a subagent's, not the session's own. */
  isSubagent: z.optional(z.boolean()),
  isHeadless: z.optional(z.boolean()),
  /** The client's own word that this turn was continued by a stop hook before. */
  isContinuing: z.optional(z.boolean()),
  /** Background work or a scheduled wake-up that will bring the session back by itself. */
  waitingFor: z.optional(z.array(text)),
  signals: z.optional(z.array(signal)),
  statusBlock: z.optional(statusBlock),
  /** A digest of the last message, if any. */
  message: z.optional(text),
  /** The work tree now, by scope of the checks (see `scopeOf`). */
  fingerprints: z.optional(z.array(z.object({ scope: text, value: text }))),
  /** Why a part of the work tree could not be read; its evidence counts as stale. */
  unreadable: z.optional(text),
  /** What changed since the start, for a claim that may end the frame. */
  touched: z.optional(touched),
  /** Checks of the user that the hook could not see pass itself, and why. */
  unseen: z.optional(z.array(z.object({ criterion: text, reason: text }))),
  /** Open tasks of Claude's own list, where one is named. */
  openTasks: z.optional(z.array(text)),
  spent: z.optional(spent),
});
export type StopCommand = z.infer<typeof stopCommand>;

export const startCommand = z.extend(framePlan, {
  type: z.literal('start'),
  at: instant,
  runId: text,
  session: text,
  /** Left out: the spec of the draft. */
  spec: z.optional(text),
  ttlMs: z.optional(amount),
  /** Changes of a contract that this start replaces. */
  amendments: z.optional(z.array(amendment)),
  isHeadless: z.optional(z.boolean()),
  startTree: z.optional(startTree),
  guard: z.optional(guard),
  environment: run.shape.environment,
});
export type StartCommand = z.infer<typeof startCommand>;

/** A request to a run. Time, ids and facts arrive inside. */
export const command = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('draft'),
    at: instant,
    runId: text,
    session: text,
    frameId: text,
    spec: text,
    mode: z.optional(mode),
  }),
  startCommand,
  z.object({
    type: z.literal('adopt'),
    at: instant,
    runId: text,
    session: text,
    source: z.discriminatedUnion('format', [
      z.object({ format: z.literal('criteria'), state: criteriaState, updatedAt: instant }),
      z.object({ format: z.literal('workflow'), state: workflowState }),
      z.object({ format: z.literal('stack'), state: stackState, specs: z.optional(z.array(text)) }),
      /** A file that says a loop runs but whose numbers are nonsense (seed 004: corrupt). */
      z.object({ format: z.literal('corrupt'), field: text, reason: text }),
    ]),
  }),
  z.extend(framePlan, { type: z.literal('push'), at: instant, spec: text, extras: z.optional(extras) }),
  z.object({ type: z.literal('pop'), at: instant, reason: z.optional(text), by: z.optional(author) }),
  stopCommand,
  z.object({ type: z.literal('signal'), at: instant, isDone: z.boolean() }),
  z.object({
    type: z.literal('step'),
    at: instant,
    action: z.enum(['done', 'undo', 'add', 'remove']),
    /** A step's name, or its place counted from 1. */
    step: text,
  }),
  z.object({
    type: z.literal('criterion'),
    at: instant,
    action: z.enum(['tick', 'untick', 'add', 'remove']),
    name: text,
    basis: z.optional(claimBasis),
    note: z.optional(text),
    check: z.optional(check),
    by: z.optional(author),
    /** Why Claude drops a part of the contract. */
    reason: z.optional(text),
  }),
  z.object({
    type: z.literal('verify'),
    at: instant,
    results: z.array(z.object({ criterion: text, evidence })),
  }),
  z.object({
    type: z.literal('task'),
    at: instant,
    action: z.enum(['add', 'change', 'claim', 'release', 'complete', 'fail', 'remove']),
    /** Left out on `add` (the next number) and on `claim` (the next task that is free). */
    id: z.optional(text),
    owner: z.optional(text),
    reason: z.optional(text),
    subject: z.optional(text),
    description: z.optional(text),
    activeForm: z.optional(text),
    blockedBy: z.optional(z.array(text)),
    metadata: z.optional(extras),
  }),
  z.object({ type: z.literal('wave'), at: instant, action: z.enum(['begin', 'finish']) }),
  z.object({
    type: z.literal('stage'),
    at: instant,
    stage: z.optional(stage),
    specScore: z.optional(z.number()),
    fitScore: z.optional(z.number()),
    shape: z.optional(shape),
    recallSurfaced: z.optional(z.array(text)),
    /** Asks the user something; the empty text takes the question back. */
    question: z.optional(text),
    /** The shape's prohibitions and its way of verification. */
    mustNot: z.optional(z.array(text)),
    verification: z.optional(text),
  }),
  z.object({
    type: z.literal('review'),
    at: instant,
    /** The wave that a light review looked at; left out: the thorough review. */
    wave: z.optional(count),
    score: z.optional(z.number()),
    issues: z.optional(count),
    blockers: count,
    findings: z.optional(z.array(finding)),
  }),
  z.object({ type: z.literal('gate'), at: instant, passed: z.boolean() }),
  /** The panel was asked about a failure, or answered. */
  z.object({ type: z.literal('panel'), at: instant, subject: text, recommendation: z.optional(text) }),
  z.object({ type: z.literal('pause'), at: instant, reason: z.optional(text) }),
  z.object({ type: z.literal('resume'), at: instant, add: z.optional(someLimits), shape: z.optional(shape) }),
  z.object({ type: z.literal('cancel'), at: instant, reason: z.optional(text), by: z.optional(author) }),
  /** The user makes Claude's criteria and checks their own; omitted: all of them. */
  z.object({ type: z.literal('approve'), at: instant, names: z.optional(z.array(text)) }),
  /** Take-over by another session. */
  z.object({ type: z.literal('claim'), at: instant, session: text }),
  /** The user spoke, or a session of theirs began: in either case no stop of ours is being continued. */
  z.object({
    type: z.literal('prompt'),
    at: instant,
    source: z.enum(['prompt', 'session']),
    spent: z.optional(spent),
  }),
  z.object({
    type: z.literal('failure'),
    at: instant,
    kind: z.enum(FAILURE_KINDS),
    reason: text,
    /** When it makes sense to try again, if anybody said so. */
    retryAt: z.optional(instant),
    /** Whether the reporter can itself run the turn again. */
    canRetry: z.optional(z.boolean()),
  }),
  z.object({
    type: z.literal('observe'),
    at: instant,
    tools: count,
    edits: z.optional(z.array(text)),
    errors: z.optional(z.array(text)),
    denials: z.optional(count),
    spent: z.optional(spent),
  }),
  z.object({ type: z.literal('import'), at: instant, base: criteriaState, edited: criteriaState }),
]);
export type Command = z.infer<typeof command>;
/** A command without its time, for callers that add the time in one place. */
export type CommandInput = { [T in Command['type']]: Omit<CommandOf<T>, 'at'> }[Command['type']];
export type CommandOf<T extends Command['type']> = Extract<Command, { readonly type: T }>;
