import * as z from 'zod/mini';
import { AUTHORS, CLAIM_BASES, MODES, SHAPES, STAGES, TASK_STATUSES, WITNESSES } from './vocabulary.ts';

// All fields of a kind share one schema. A hook starts for every stop and meets few kinds of records, so that all but
// the plainest schemas are built when a value is first parsed with them.

/** An object whose schema is built when it is first needed. */
// @__NO_SIDE_EFFECTS__
export function lazyObject<S extends z.core.$ZodShape>(fields: () => S): z.ZodMiniLazy<z.ZodMiniObject<S>> {
  return z.lazy(() => z.object(fields()));
}

/** Milliseconds since the epoch; the caller reads the clock. */
export const instant = z.number();
export const maybeInstant = z.optional(instant);

export const truth = z.boolean('expected true or false');
export const maybeTruth = z.optional(truth);

/** Set on the records of a hook that was run by hand. */
const isByHand = maybeTruth;

export type Dated<T extends string, S extends z.core.$ZodShape> = z.ZodMiniObject<
  { type: z.ZodMiniLiteral<T>; at: typeof instant; isByHand: typeof isByHand } & S
>;

/** A command or an event: its type, when it was given, and its own fields. */
export function dated<T extends string, S extends z.core.$ZodShape>(type: T, fields: S): Dated<T, S> {
  return z.object({ type: z.literal(type), at: instant, isByHand, ...fields });
}

// The messages are for people who write a seed's file by hand; `parseAs` adds what it found instead.

/** One of a few words. */
export function oneOf<const Words extends readonly string[]>(
  words: Words,
): z.ZodMiniLazy<z.ZodMiniEnum<z.core.util.ToEnum<Words[number]>>> {
  return z.lazy(() =>
    z.enum(words, `expected one of ${words.map((word) => JSON.stringify(word)).join(', ')}`),
  );
}

/** Any text. It passes `sanitize` before it is printed. */
export const text = z.string('expected text');
export const maybeText = z.optional(text);
export const texts = z.array(text, 'expected a list');
export const maybeTexts = z.optional(texts);

/** A whole number from 0 on. */
export const count = wholeNumber('expected a whole number from 0 on');
export const maybeCount = z.optional(count);

/** A whole number from 0 on, up to a limit. */
export function countUpTo(most: number): z.ZodMiniInt {
  const message = `expected a whole number from 0 to ${most}`;
  return wholeNumber(message).check(z.maximum(most, message));
}

function wholeNumber(message: string): z.ZodMiniInt {
  return z.int(message).check(z.minimum(0, message));
}

/** A finite amount from 0 on, such as money or milliseconds. */
export const amount = z.number().check(z.nonnegative());

export const numberOrNull = z.lazy(() => z.nullable(z.number()));

/** Shell text, or an argument vector that no shell sees. */
export const shellCommand = z.lazy(() => z.union([text, texts]));

/** Who asked for something; omitted: Claude. */
export const author = oneOf(AUTHORS);
export const maybeAuthor = z.optional(author);
export const witness = oneOf(WITNESSES);
export const mode = oneOf(MODES);
export const shape = oneOf(SHAPES);
export const stage = oneOf(STAGES);
export const claimBasis = oneOf(CLAIM_BASES);
export const taskStatus = oneOf(TASK_STATUSES);

/** Fields of other programs, handed back untouched. */
export const extras = z.lazy(() => z.record(z.string(), z.unknown()));

/** Commands that exit with 0 while the work respects an entry of mustNot, counted from 1. */
export const mustNotChecks = z.optional(
  z.lazy(() => z.array(z.object({ entry: count, command: shellCommand }))),
);

/** The fields that a stage of a workflow may set. */
export const staging = {
  stage: z.optional(stage),
  specScore: z.optional(z.number()),
  fitScore: z.optional(z.number()),
  shape: z.optional(shape),
  recallSurfaced: maybeTexts,
  /** Asks the user something; the empty text takes the question back. */
  question: maybeText,
  /** The shape's prohibitions and its way of verification. */
  mustNot: maybeTexts,
  mustNotChecks,
  verification: maybeText,
};

/** What a batch of tools showed. */
export const observation = {
  tools: count,
  /** Edited files that no breaker counts: plans, `.claude/`, temporary folders. */
  scratch: maybeTexts,
  /** A command failed, with or without words. */
  hasFailed: maybeTruth,
  /** The last refused call. */
  denied: maybeText,
  /** A digest of the last failed call. */
  failedCall: maybeText,
  /** The call that failed last, or a check or test command, passed now. */
  hasPassed: maybeTruth,
};

/** The fields of a task that a command may set. */
export const taskFields = {
  /** The empty text means no owner. */
  owner: maybeText,
  subject: maybeText,
  description: maybeText,
  activeForm: maybeText,
  blockedBy: maybeTexts,
  metadata: z.optional(extras),
};
