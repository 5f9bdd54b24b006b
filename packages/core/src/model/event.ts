import * as z from 'zod/mini';
import { count, extras, instant, shape, stage, taskStatus, text } from './primitives.ts';
import {
  criterion,
  ending,
  evidence,
  frame,
  limits,
  note,
  run,
  spend,
  status,
  task,
  thoroughReview,
  tick,
  waveReview,
} from './run.ts';

const at = { at: instant };

/** What has happened to a run. A journal of these is the run. */
export const loopEvent = z.discriminatedUnion('type', [
  /** A run came into being, or a draft became active; carries it whole. */
  z.object({ type: z.literal('opened'), ...at, run }),
  z.object({ type: z.literal('pushed'), ...at, frame }),
  /** The top frame left the stack (COMPLETING of seed 004). */
  z.object({ type: z.literal('closed'), ...at, ending }),
  /** The run came to rest: paused, or for good. */
  z.object({ type: z.literal('rested'), ...at, status, ending }),
  z.object({ type: z.literal('resumed'), ...at, limits, shape: z.optional(shape) }),
  /** A stop was blocked and Claude sent on. */
  z.object({
    type: z.literal('continued'),
    ...at,
    iteration: z.number(),
    stuckCount: count,
    lastUnmet: text,
    idle: count,
    message: text,
    messageCount: count,
  }),
  /** A stop was let go while the loop stays alive. */
  z.object({
    type: z.literal('let-go'),
    ...at,
    rule: text,
    iteration: z.number(),
    /** The user's answer begins an iteration; left out: the one that runs goes on. */
    startsIteration: z.optional(z.boolean()),
  }),
  z.object({ type: z.literal('signalled'), ...at, isDone: z.boolean() }),
  z.object({ type: z.literal('stepped'), ...at, index: count, isDone: z.boolean() }),
  z.object({ type: z.literal('planned'), ...at, steps: z.array(text) }),
  z.object({ type: z.literal('step-removed'), ...at, index: count }),
  z.object({ type: z.literal('criterion-added'), ...at, criterion }),
  z.object({ type: z.literal('criterion-removed'), ...at, name: text }),
  z.object({ type: z.literal('ticked'), ...at, name: text, tick }),
  z.object({ type: z.literal('unticked'), ...at, name: text }),
  z.object({ type: z.literal('proved'), ...at, name: text, evidence }),
  z.object({ type: z.literal('task-added'), ...at, task }),
  z.object({
    type: z.literal('task-changed'),
    ...at,
    id: text,
    status: z.optional(taskStatus),
    /** The empty text means that nobody holds it. */
    owner: z.optional(text),
    subject: z.optional(text),
    description: z.optional(text),
    activeForm: z.optional(text),
    blockedBy: z.optional(z.array(text)),
    metadata: z.optional(extras),
  }),
  z.object({ type: z.literal('task-removed'), ...at, id: text }),
  z.object({ type: z.literal('wave-begun'), ...at, wave: count }),
  z.object({ type: z.literal('wave-finished'), ...at, wave: count }),
  z.object({
    type: z.literal('staged'),
    ...at,
    stage: z.optional(stage),
    specScore: z.optional(z.number()),
    fitScore: z.optional(z.number()),
    shape: z.optional(shape),
    recallSurfaced: z.optional(z.array(text)),
    question: z.optional(text),
  }),
  z.object({ type: z.literal('wave-reviewed'), ...at, review: waveReview }),
  z.object({ type: z.literal('thoroughly-reviewed'), ...at, review: thoroughReview }),
  z.object({ type: z.literal('gated'), ...at, passed: z.boolean() }),
  z.object({ type: z.literal('claimed'), ...at, session: text }),
  z.object({ type: z.literal('heard'), ...at }),
  z.object({ type: z.literal('failed'), ...at, reason: text }),
  z.object({
    type: z.literal('observed'),
    ...at,
    tools: count,
    edits: z.array(text),
    errors: z.array(text),
    denials: count,
  }),
  z.object({ type: z.literal('spent'), ...at, spend, mark: text }),
  z.object({ type: z.literal('counted-ahead'), ...at, iteration: z.number() }),
  /** Somebody wrote fields into `state.json` that we don't know; they are kept for their owners. */
  z.object({ type: z.literal('kept'), ...at, extras }),
  z.object({ type: z.literal('noted'), ...at, note }),
]);
export type LoopEvent = z.infer<typeof loopEvent>;
export type EventOf<T extends LoopEvent['type']> = Extract<LoopEvent, { readonly type: T }>;
