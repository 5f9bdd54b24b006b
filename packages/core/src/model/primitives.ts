import * as z from 'zod/mini';
import { AUTHORS, CLAIM_BASES, MODES, SHAPES, STAGES, TASK_STATUSES, WITNESSES } from './vocabulary.ts';

/** Milliseconds since the epoch; the caller reads the clock. */
export const instant = z.number();

/** Set on the records of a hook that was run by hand. */
const isByHand = z.optional(z.boolean());

/** A command or an event: its type, when it was given, and its own fields. */
export function dated<T extends string, S extends z.core.$ZodShape>(
  type: T,
  fields: S,
): z.ZodMiniObject<{ type: z.ZodMiniLiteral<T>; at: typeof instant; isByHand: typeof isByHand } & S> {
  return z.object({ type: z.literal(type), at: instant, isByHand, ...fields });
}

/** Any text. It passes `sanitize` before it is printed. */
export const text = z.string();
export const texts = z.array(text);

/** A whole number from 0 on. */
export const count = z.int().check(z.nonnegative());

/** A finite amount from 0 on, such as money or milliseconds. */
export const amount = z.number().check(z.nonnegative());

export const numberOrNull = z.union([z.number(), z.null()]);

/** Shell text, or an argument vector that no shell sees. */
export const shellCommand = z.union([text, texts]);

/** Who asked for something; omitted: Claude. */
export const author = z.enum(AUTHORS);
export const witness = z.enum(WITNESSES);
export const mode = z.enum(MODES);
export const shape = z.enum(SHAPES);
export const stage = z.enum(STAGES);
export const claimBasis = z.enum(CLAIM_BASES);
export const taskStatus = z.enum(TASK_STATUSES);

/** Fields of other programs, handed back untouched. */
export const extras = z.record(z.string(), z.unknown());

/** Commands that exit with 0 while the work respects an entry of mustNot, counted from 1. */
export const mustNotChecks = z.optional(z.array(z.object({ entry: count, command: shellCommand })));

/** The fields that a stage of a workflow may set. */
export const staging = {
  stage: z.optional(stage),
  specScore: z.optional(z.number()),
  fitScore: z.optional(z.number()),
  shape: z.optional(shape),
  recallSurfaced: z.optional(texts),
  /** Asks the user something; the empty text takes the question back. */
  question: z.optional(text),
  /** The shape's prohibitions and its way of verification. */
  mustNot: z.optional(texts),
  mustNotChecks,
  verification: z.optional(text),
};

/** The fields of a task that a command may set. */
export const taskFields = {
  /** The empty text means no owner. */
  owner: z.optional(text),
  subject: z.optional(text),
  description: z.optional(text),
  activeForm: z.optional(text),
  blockedBy: z.optional(texts),
  metadata: z.optional(extras),
};
