import * as z from 'zod/mini';
import { CLAIM_BASES, MODES, SHAPES, STAGES, TASK_STATUSES } from '../model/vocabulary.ts';

export const instant = z.number();

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

/** A whole number from 0 on. */
export const count = z.int().check(z.nonnegative());

/** A finite amount from 0 on, such as money or milliseconds. */
export const amount = z.number().check(z.nonnegative());

export const mode = z.enum(MODES);
export const shape = z.enum(SHAPES);
export const stage = z.enum(STAGES);
export const claimBasis = z.enum(CLAIM_BASES);
export const taskStatus = z.enum(TASK_STATUSES);

export const extras = z.record(z.string(), z.unknown());

/** Commands that exit with 0 while the work respects an entry of mustNot, counted from 1. */
export const mustNotChecks = z.optional(
  z.array(z.object({ entry: count, command: z.union([text, z.array(text)]) })),
);

export const staging = {
  stage: z.optional(stage),
  specScore: z.optional(z.number()),
  fitScore: z.optional(z.number()),
  shape: z.optional(shape),
  recallSurfaced: z.optional(z.array(text)),
  question: z.optional(text),
  mustNot: z.optional(z.array(text)),
  mustNotChecks,
  verification: z.optional(text),
};

export const taskFields = {
  owner: z.optional(text),
  subject: z.optional(text),
  description: z.optional(text),
  activeForm: z.optional(text),
  blockedBy: z.optional(z.array(text)),
  metadata: z.optional(extras),
};
