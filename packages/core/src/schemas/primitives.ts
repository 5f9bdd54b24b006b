import * as z from 'zod/mini';

/** Milliseconds since the epoch; the clock is always the caller's. */
export const instant = z.number();

/** Any text; what is printed of it goes through `sanitize` first. */
export const text = z.string();

/** A whole number that counts something. */
export const count = wholeNumber();

/** A finite amount that can't be negative, such as money or milliseconds. */
export const amount = nonNegative();

/** The kinds of loop of seed 004; they differ in the signals that end them. */
export const MODES = ['loop', 'issue', 'grind'] as const;
export const mode = z.enum(MODES);
export type Mode = z.infer<typeof mode>;

/** How closely the user is kept in the loop (seeds 002 and 003). */
export const SHAPES = ['tool', 'tool-review', 'colleague'] as const;
export const shape = z.enum(SHAPES);
export type Shape = z.infer<typeof shape>;

/** The stages of the workflow of seed 002, in their order. */
export const STAGES = ['intent', 'shape', 'decompose', 'executing', 'review', 'complete'] as const;
export const stage = z.enum(STAGES);
export type Stage = z.infer<typeof stage>;

/** How somebody who ticks a criterion by hand knows that it is met. */
export const CLAIM_BASES = ['execution output', 'observation', 'measurement', 'assumption'] as const;
export const claimBasis = z.enum(CLAIM_BASES);
export type ClaimBasis = z.infer<typeof claimBasis>;

export const TASK_STATUSES = ['pending', 'in_progress', 'completed'] as const;
export const taskStatus = z.enum(TASK_STATUSES);

/** Fields that other programs wrote and that we hand back untouched. */
export const extras = z.record(z.string(), z.unknown());

// Functions of their own, because a bundler keeps a chain of calls at the top of a module whether it is used or
// not; who only folds and decides, as a hook does, must not pay for schemas.
/* @__NO_SIDE_EFFECTS__ */
function wholeNumber(): z.ZodMiniNumber<number> {
  return z.int().check(z.nonnegative());
}

/* @__NO_SIDE_EFFECTS__ */
function nonNegative(): z.ZodMiniNumber<number> {
  return z.number().check(z.nonnegative());
}
