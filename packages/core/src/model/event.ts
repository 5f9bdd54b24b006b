import * as z from 'zod/mini';
import { isFields } from '../views/json.ts';
import {
  count,
  dated,
  type Dated,
  extras,
  maybeText,
  maybeTexts,
  maybeTruth,
  observation,
  shape,
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
const stale = maybeTexts;

/** The fields of each type of event, built when an event of the type is met. */
const fields = {
  /** A run came into being, or a draft became active; carries it whole. */
  opened: () => ({ run: runSchema }),
  pushed: () => ({ frame: frameSchema }),
  /** The top frame left the stack (COMPLETING of seed 004). */
  closed: () => ({
    ending: endingSchema,
    stale,
    touched: z.optional(touchedSchema),
  }),
  /** The run came to rest: paused, or for good. */
  rested: () => ({
    status,
    ending: endingSchema,
    stale,
    /** The changes since the start, if a claim ended the run. */
    touched: z.optional(touchedSchema),
    /** Left out where nothing was going on, and on old records. */
    receipt: z.optional(iterationReceiptSchema),
  }),
  resumed: () => ({ limits, shape: z.optional(shape), asked: z.optional(asked) }),
  /** A stop was blocked and Claude sent on. */
  continued: () => ({
    iteration: z.number(),
    stuckCount: count,
    lastUnmet: text,
    idle: count,
    message: text,
    messageCount: count,
    /** Breakers that let a claim be answered first; they answer the next stop. */
    waits: maybeTruth,
    stale,
    receipt: z.optional(iterationReceiptSchema),
  }),
  /** A stop was let go while the loop stays alive. */
  'let-go': () => ({
    rule: text,
    iteration: z.number(),
    /** The user's answer begins an iteration; left out: the one that runs goes on. */
    startsIteration: maybeTruth,
    /** The user's next message is a reply; left out on old records. */
    awaitsUser: maybeTruth,
    stale,
    receipt: z.optional(iterationReceiptSchema),
  }),
  signalled: () => ({ isDone: truth }),
  stepped: () => ({ index: count, isDone: truth }),
  planned: () => ({ steps: texts }),
  'step-removed': () => ({ index: count }),
  'criterion-added': () => ({ criterion: criterionSchema }),
  'criterion-removed': () => ({ name: text }),
  amended: () => ({ amendment }),
  /** The user made these criteria and their checks their own. */
  approved: () => ({ names: texts }),
  ticked: () => ({ name: text, tick }),
  unticked: () => ({ name: text }),
  proved: () => ({ name: text, evidence: evidenceSchema }),
  'task-added': () => ({ task: taskSchema }),
  'task-changed': () => ({
    id: text,
    status: z.optional(taskStatus),
    ...taskFields,
  }),
  'task-removed': () => ({ id: text, reason: maybeText }),
  'wave-begun': () => ({ wave: count }),
  'wave-finished': () => ({ wave: count }),
  staged: () => staging,
  'wave-reviewed': () => ({
    review: waveReview,
    findings: z.optional(z.array(findingSchema)),
  }),
  'thoroughly-reviewed': () => ({
    review: thoroughReview,
    findings: z.optional(z.array(findingSchema)),
  }),
  settled: () => ({ finding: text, resolution }),
  gated: () => ({ passed: truth, fingerprint: maybeText, unreviewed: maybeText }),
  /** A question to the panel about a failure, or the panel's answer. */
  counselled: () => ({ subject: text, recommendation: maybeText }),
  claimed: () => ({ session: text, agent: maybeText }),
  heard: () => ({}),
  /** The session of the run ended. */
  left: () => ({}),
  failed: () => ({ reason: text }),
  observed: () => ({ ...observation, edits: texts, errors: texts, denials: count }),
  spent: () => ({
    spend,
    mark: text,
    /** For usage counted after the run rested. */
    receipt: z.optional(iterationReceiptSchema),
  }),
  'counted-ahead': () => ({ iteration: z.number() }),
  /** A hand edit added unknown fields to `state.json`; views preserve them. */
  kept: () => ({ extras }),
  noted: () => ({ note }),
};

type Fields = typeof fields;
type Schemas = { [T in keyof Fields]: Dated<T, ReturnType<Fields[T]>> };

/** An event of a run. A journal of these is the run. */
export type LoopEvent = z.infer<Schemas[keyof Fields]>;
export type EventOf<T extends LoopEvent['type']> = Extract<LoopEvent, { readonly type: T }>;

type EventSchema = Schemas[keyof Fields];

export const loopEventSchema: z.ZodMiniType<LoopEvent> = /* @__PURE__ */ anyEvent();

function anyEvent(): z.ZodMiniType<LoopEvent> {
  const [first, ...others] = Object.keys(fields).map((type) => schemaOf(type as keyof Fields));
  return z.discriminatedUnion('type', [first as EventSchema, ...others]);
}

/** Builds the schema of one type, when it is needed. */
function schemaOf(type: keyof Fields): EventSchema {
  return dated(type, fields[type]()) as EventSchema;
}

const schemas = /* @__PURE__ */ new Map<string, EventSchema>();

/** Reads an event; undefined for any other value. A hook meets few of the types, and building all schemas takes time. */
export function parseEvent(value: unknown): LoopEvent | undefined {
  const type = isFields(value) ? value['type'] : undefined;
  if (typeof type !== 'string' || !Object.hasOwn(fields, type)) return undefined;
  const schema = schemas.get(type) ?? schemaOf(type as keyof Fields);
  schemas.set(type, schema);
  return schema.safeParse(value).data;
}
