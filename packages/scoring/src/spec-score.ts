/** The five questions of the rubric, in order. */
export const dimensions = ['outcome', 'scope', 'constraints', 'success', 'done'] as const;

/** One of the five questions of the rubric. */
export type Dimension = (typeof dimensions)[number];

/** How well a spec answers one question: not at all, in part, in full. */
export type Level = 0 | 1 | 2;

/** Counts to two. */
export function toLevel(count: number): Level {
  return count >= 2 ? 2 : count === 1 ? 1 : 0;
}

/** Words of the spec with their position (UTF-16 offsets, end exclusive). */
export interface Quote {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The level of one dimension, and the words that earned it. */
export interface Finding {
  readonly level: Level;
  readonly quotes: readonly Quote[];
}

/** The score of a spec: a level per dimension, their sum, and questions that would raise it. */
export interface SpecScore extends Readonly<Record<Dimension, Level>> {
  /** Sum of the five levels, 0–10. */
  readonly total: number;
  /** A question for every dimension that isn't at its highest level. */
  readonly hints: Readonly<Partial<Record<Dimension, string>>>;
  /** The words that earned each level; empty for level 0. */
  readonly evidence: Readonly<Record<Dimension, readonly Quote[]>>;
  /** True when the text was too long and its middle was skipped. */
  readonly truncated: boolean;
  /** False for a text in another language: only its structure was scored, so its levels are too low. */
  readonly isEnglish: boolean;
}

/** One value for each dimension. */
export function perDimension<T>(value: (dimension: Dimension) => T): Readonly<Record<Dimension, T>> {
  const entries = dimensions.map((dimension) => [dimension, value(dimension)] as const);
  return Object.fromEntries(entries) as Record<Dimension, T>; // one entry per dimension, see above
}
