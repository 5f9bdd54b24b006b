import type { Flag, Usage } from '@loopwright/core/flags';

/** No upper limit for the number of words. */
export const ANY = Number.POSITIVE_INFINITY;

/** The groups of verbs, in the order of the help. */
export const VERB_GROUPS = ['start', 'look', 'prove', 'plan', 'steer', 'set up'] as const;

/** One verb of the command: all that its parser, its help and its completion are made of. */
export interface Verb extends Usage {
  /** Where the help lists it. */
  readonly group: (typeof VERB_GROUPS)[number];
  /** Its purpose, in one line. */
  readonly summary: string;
  /** What its other words name; completion asks `loop list` for the names. */
  readonly names?: Flag['names'];
  /** Commands to type, with their purpose. */
  readonly examples: readonly (readonly [command: string, meaning: string])[];
  /** Further notes. */
  readonly notes?: readonly string[];
}
