import * as z from 'zod/mini';
import { CLAIM_BASES, MODES, SHAPES, STAGES, TASK_STATUSES } from '../model/vocabulary.ts';

/** Milliseconds since the epoch; the caller reads the clock. */
export const instant = z.number();

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

/** Fields of other programs, handed back untouched. */
export const extras = z.record(z.string(), z.unknown());
