import type { Flag, Offer } from '../flags/flag.ts';

/** No upper limit for the number of words. */
export const ANY = Number.POSITIVE_INFINITY;

/** The groups of verbs, in the order of the help. */
export const VERB_GROUPS = ['start', 'look', 'prove', 'plan', 'steer', 'set up'] as const;

/** One verb of the command: all that its parser, its help and its completion are made of. */
export interface Verb {
  /** Where the help lists it. */
  readonly group: (typeof VERB_GROUPS)[number];
  /** Its purpose, in one line. */
  readonly summary: string;
  /** The words that it takes, as help shows them: `<needed>`, `[left out at will]`, `…` for any number. */
  readonly words: string;
  /** The fewest and the most words that make sense. */
  readonly count: readonly [least: number, most: number];
  /** The possible first words, if they are limited. */
  readonly actions?: readonly string[];
  /** What its other words name; completion asks `loop list` for the names. */
  readonly names?: Offer;
  readonly flags: readonly Flag[];
  /** Arguments after `--` go to another program unchanged. */
  readonly handsOn?: boolean;
  /** Commands to type, with their purpose. */
  readonly examples: readonly (readonly [command: string, meaning: string])[];
  /** Further notes. */
  readonly notes?: readonly string[];
}
