/** The five questions of the rubric, in the order in which they are asked. */
export const dimensions = ['outcome', 'scope', 'constraints', 'success', 'done'] as const;

/** One of the five questions of the rubric. */
export type Dimension = (typeof dimensions)[number];

/** How well a spec answers one question: not at all, in part, in full. */
export type Level = 0 | 1 | 2;

/** Words of the spec, and where they stand in it (UTF-16 offsets, end exclusive). */
export interface Quote {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** What one dimension got, and the words that earned it. */
export interface Finding {
  readonly level: Level;
  readonly quotes: readonly Quote[];
}

/** The score of a spec: a level per dimension, their sum, and what would raise it. */
export interface SpecScore extends Readonly<Record<Dimension, Level>> {
  /** Sum of the five levels, 0–10. */
  readonly total: number;
  /** A question for every dimension that isn't at its highest level. */
  readonly hints: Readonly<Partial<Record<Dimension, string>>>;
  /** The words that earned each level; empty where nothing did. */
  readonly evidence: Readonly<Record<Dimension, readonly Quote[]>>;
  /** True when the text was longer than the scorer reads, so that its middle was left out. */
  readonly truncated: boolean;
}
