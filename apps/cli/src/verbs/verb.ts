import type { Flag } from '../flags/flag.ts';

/** No upper limit for the number of words. */
export const ANY = Number.POSITIVE_INFINITY;

/** One verb of the command: all that its parser, its help and its completion are made of. */
export interface Verb {
  /** What it does, in one line. */
  readonly summary: string;
  /** The words that it takes, as help shows them: `<needed>`, `[left out at will]`, `…` for any number. */
  readonly words: string;
  /** The fewest and the most words that make sense. */
  readonly count: readonly [least: number, most: number];
  /** What the first word can be, where it is one of a few. */
  readonly actions?: readonly string[];
  readonly flags: readonly Flag[];
  /** What stands after `--` is no words of ours, but handed on to another program as it is. */
  readonly handsOn?: boolean;
  /** What to type, and what it is for. */
  readonly examples: readonly (readonly [command: string, meaning: string])[];
  /** What somebody has to know besides. */
  readonly notes?: readonly string[];
}
