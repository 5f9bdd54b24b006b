import type { Flag } from '../flags/flag.ts';

/** No upper limit for the number of words. */
export const ANY = Number.POSITIVE_INFINITY;

/** One verb of the command: all that its parser, its help and its completion are made of. */
export interface Verb {
  /** Its purpose, in one line. */
  readonly summary: string;
  /** The words that it takes, as help shows them: `<needed>`, `[left out at will]`, `…` for any number. */
  readonly words: string;
  /** The fewest and the most words that make sense. */
  readonly count: readonly [least: number, most: number];
  /** The possible first words, if they are limited. */
  readonly actions?: readonly string[];
  readonly flags: readonly Flag[];
  /** Arguments after `--` go to another program unchanged. */
  readonly handsOn?: boolean;
  /** Commands to type, with their purpose. */
  readonly examples: readonly (readonly [command: string, meaning: string])[];
  /** Further notes. */
  readonly notes?: readonly string[];
}
