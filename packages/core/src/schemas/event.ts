import * as z from 'zod/mini';
import { count, extras, instant, shape, stage, taskStatus, text } from './primitives.ts';
import {
  amendment,
  criterion,
  ending,
  evidence,
  finding,
  frame,
  iterationReceipt,
  limits,
  note,
  run,
  spend,
  status,
  task,
  thoroughReview,
  tick,
  touched,
  waveReview,
} from './run.ts';

/** Criteria whose proof the stop found stale; left out where the record says the same already. */
const stale = z.optional(z.array(text));

/** An event of a run. A journal of these is the run. */
export const loopEvent = z.discriminatedUnion('type', [
  /** A run came into being, or a draft became active; carries it whole. */
  z.object({ type: z.literal('opened'), at: instant, run }),
  z.object({ type: z.literal('pushed'), at: instant, frame }),
  /** The top frame left the stack (COMPLETING of seed 004). */
  z.object({
    type: z.literal('closed'),
    at: instant,
    ending,
    stale,
    touched: z.optional(touched),
  }),
  /** The run came to rest: paused, or for good. */
  z.object({
    type: z.literal('rested'),
    at: instant,
    status,
    ending,
    stale,
    /** What changed since the start, where a claim ended the run. */
    touched: z.optional(touched),
    /** Left out where nothing was going on, and on old records. */
    receipt: z.optional(iterationReceipt),
  }),
  z.object({ type: z.literal('resumed'), at: instant, limits, shape: z.optional(shape) }),
  /** A stop was blocked and Claude sent on. */
  z.object({
    type: z.literal('continued'),
    at: instant,
    iteration: z.number(),
    stuckCount: count,
    lastUnmet: text,
    idle: count,
    message: text,
    messageCount: count,
    stale,
    receipt: z.optional(iterationReceipt),
  }),
  /** A stop was let go while the loop stays alive. */
  z.object({
    type: z.literal('let-go'),
    at: instant,
    rule: text,
    iteration: z.number(),
    /** The user's answer begins an iteration; left out: the one that runs goes on. */
    startsIteration: z.optional(z.boolean()),
    stale,
    receipt: z.optional(iterationReceipt),
  }),
  z.object({ type: z.literal('signalled'), at: instant, isDone: z.boolean() }),
  z.object({ type: z.literal('stepped'), at: instant, index: count, isDone: z.boolean() }),
  z.object({ type: z.literal('planned'), at: instant, steps: z.array(text) }),
  z.object({ type: z.literal('step-removed'), at: instant, index: count }),
  z.object({ type: z.literal('criterion-added'), at: instant, criterion }),
  z.object({ type: z.literal('criterion-removed'), at: instant, name: text }),
  z.object({ type: z.literal('amended'), at: instant, amendment }),
  /** The user made these criteria and their checks their own. */
  z.object({ type: z.literal('approved'), at: instant, names: z.array(text) }),
  z.object({ type: z.literal('ticked'), at: instant, name: text, tick }),
  z.object({ type: z.literal('unticked'), at: instant, name: text }),
  z.object({ type: z.literal('proved'), at: instant, name: text, evidence }),
  z.object({ type: z.literal('task-added'), at: instant, task }),
  z.object({
    type: z.literal('task-changed'),
    at: instant,
    id: text,
    status: z.optional(taskStatus),
    /** The empty text means no owner. */
    owner: z.optional(text),
    subject: z.optional(text),
    description: z.optional(text),
    activeForm: z.optional(text),
    blockedBy: z.optional(z.array(text)),
    metadata: z.optional(extras),
  }),
  z.object({ type: z.literal('task-removed'), at: instant, id: text }),
  z.object({ type: z.literal('wave-begun'), at: instant, wave: count }),
  z.object({ type: z.literal('wave-finished'), at: instant, wave: count }),
  z.object({
    type: z.literal('staged'),
    at: instant,
    stage: z.optional(stage),
    specScore: z.optional(z.number()),
    fitScore: z.optional(z.number()),
    shape: z.optional(shape),
    recallSurfaced: z.optional(z.array(text)),
    question: z.optional(text),
    mustNot: z.optional(z.array(text)),
    verification: z.optional(text),
  }),
  z.object({
    type: z.literal('wave-reviewed'),
    at: instant,
    review: waveReview,
    findings: z.optional(z.array(finding)),
  }),
  z.object({
    type: z.literal('thoroughly-reviewed'),
    at: instant,
    review: thoroughReview,
    findings: z.optional(z.array(finding)),
  }),
  z.object({ type: z.literal('gated'), at: instant, passed: z.boolean() }),
  /** The panel was asked about a failure, or answered. */
  z.object({ type: z.literal('counselled'), at: instant, subject: text, recommendation: z.optional(text) }),
  z.object({ type: z.literal('claimed'), at: instant, session: text }),
  z.object({ type: z.literal('heard'), at: instant }),
  z.object({ type: z.literal('failed'), at: instant, reason: text }),
  z.object({
    type: z.literal('observed'),
    at: instant,
    tools: count,
    edits: z.array(text),
    errors: z.array(text),
    denials: count,
  }),
  z.object({
    type: z.literal('spent'),
    at: instant,
    spend,
    mark: text,
    /** For usage counted after the run rested. */
    receipt: z.optional(iterationReceipt),
  }),
  z.object({ type: z.literal('counted-ahead'), at: instant, iteration: z.number() }),
  /** A hand edit added unknown fields to `state.json`; views preserve them. */
  z.object({ type: z.literal('kept'), at: instant, extras }),
  z.object({ type: z.literal('noted'), at: instant, note }),
]);
export type LoopEvent = z.infer<typeof loopEvent>;
export type EventOf<T extends LoopEvent['type']> = Extract<LoopEvent, { readonly type: T }>;
