import * as z from 'zod/mini';
import {
  count,
  dated,
  extras,
  observation,
  shape,
  staging,
  taskFields,
  taskStatus,
  text,
  texts,
} from './primitives.ts';
import {
  amendment,
  asked,
  criterionSchema,
  endingSchema,
  evidenceSchema,
  findingSchema,
  frameSchema,
  iterationReceiptSchema,
  limits,
  note,
  resolution,
  runSchema,
  spend,
  status,
  taskSchema,
  thoroughReview,
  tick,
  touchedSchema,
  waveReview,
} from './run.ts';

/** Criteria whose proof the stop found stale; left out where the record says the same already. */
const stale = z.optional(texts);

const loopEvent = z.discriminatedUnion('type', [
  /** A run came into being, or a draft became active; carries it whole. */
  dated('opened', { run: runSchema }),
  dated('pushed', { frame: frameSchema }),
  /** The top frame left the stack (COMPLETING of seed 004). */
  dated('closed', {
    ending: endingSchema,
    stale,
    touched: z.optional(touchedSchema),
  }),
  /** The run came to rest: paused, or for good. */
  dated('rested', {
    status,
    ending: endingSchema,
    stale,
    /** The changes since the start, if a claim ended the run. */
    touched: z.optional(touchedSchema),
    /** Left out where nothing was going on, and on old records. */
    receipt: z.optional(iterationReceiptSchema),
  }),
  dated('resumed', { limits, shape: z.optional(shape), asked: z.optional(asked) }),
  /** A stop was blocked and Claude sent on. */
  dated('continued', {
    iteration: z.number(),
    stuckCount: count,
    lastUnmet: text,
    idle: count,
    message: text,
    messageCount: count,
    /** Breakers that let a claim be answered first; they answer the next stop. */
    waits: z.optional(z.boolean()),
    stale,
    receipt: z.optional(iterationReceiptSchema),
  }),
  /** A stop was let go while the loop stays alive. */
  dated('let-go', {
    rule: text,
    iteration: z.number(),
    /** The user's answer begins an iteration; left out: the one that runs goes on. */
    startsIteration: z.optional(z.boolean()),
    stale,
    receipt: z.optional(iterationReceiptSchema),
  }),
  dated('signalled', { isDone: z.boolean() }),
  dated('stepped', { index: count, isDone: z.boolean() }),
  dated('planned', { steps: texts }),
  dated('step-removed', { index: count }),
  dated('criterion-added', { criterion: criterionSchema }),
  dated('criterion-removed', { name: text }),
  dated('amended', { amendment }),
  /** The user made these criteria and their checks their own. */
  dated('approved', { names: texts }),
  dated('ticked', { name: text, tick }),
  dated('unticked', { name: text }),
  dated('proved', { name: text, evidence: evidenceSchema }),
  dated('task-added', { task: taskSchema }),
  dated('task-changed', {
    id: text,
    status: z.optional(taskStatus),
    ...taskFields,
  }),
  dated('task-removed', { id: text, reason: z.optional(text) }),
  dated('wave-begun', { wave: count }),
  dated('wave-finished', { wave: count }),
  dated('staged', staging),
  dated('wave-reviewed', {
    review: waveReview,
    findings: z.optional(z.array(findingSchema)),
  }),
  dated('thoroughly-reviewed', {
    review: thoroughReview,
    findings: z.optional(z.array(findingSchema)),
  }),
  dated('settled', { finding: text, resolution }),
  dated('gated', { passed: z.boolean(), fingerprint: z.optional(text), unreviewed: z.optional(text) }),
  /** A question to the panel about a failure, or the panel's answer. */
  dated('counselled', { subject: text, recommendation: z.optional(text) }),
  dated('claimed', { session: text }),
  dated('heard', {}),
  dated('failed', { reason: text }),
  dated('observed', { ...observation, edits: texts, errors: texts, denials: count }),
  dated('spent', {
    spend,
    mark: text,
    /** For usage counted after the run rested. */
    receipt: z.optional(iterationReceiptSchema),
  }),
  dated('counted-ahead', { iteration: z.number() }),
  /** A hand edit added unknown fields to `state.json`; views preserve them. */
  dated('kept', { extras }),
  dated('noted', { note }),
]);

/** An event of a run. A journal of these is the run. */
export type LoopEvent = z.infer<typeof loopEvent>;
export const loopEventSchema: z.ZodMiniType<LoopEvent> = loopEvent;
export type EventOf<T extends LoopEvent['type']> = Extract<LoopEvent, { readonly type: T }>;
