import { scoreSpec } from '../../src/score-spec.ts';
import { shapeForSpec } from '../../src/shape.ts';
import { dimensions, type Dimension, type Level } from '../../src/spec-score.ts';
import { quadraticWeightedKappa } from './kappa.ts';
import type { LabelledSpec } from './labelled-spec.ts';

/** A dimension of a spec where the scorer and the raters differ. */
export interface Mistake {
  readonly id: string;
  readonly dimension: Dimension;
  readonly rated: Level;
  readonly scored: Level;
}

/** How far the scorer agrees with the raters. */
export interface Evaluation {
  readonly specs: number;
  readonly kappa: Readonly<Record<Dimension | 'total', number>>;
  /** Share of levels that are the raters' own, per dimension. */
  readonly exact: Readonly<Record<Dimension, number>>;
  /** Share of specs whose total falls into the raters' band. */
  readonly bandsRight: number;
  readonly mistakes: readonly Mistake[];
  /** Specs in the wrong band, as "id: rated total → scored total". */
  readonly wrongBands: readonly string[];
}

/** Scores every spec and compares. */
export function evaluate(specs: readonly LabelledSpec[]): Evaluation {
  const rows = specs.map(({ id, text, label }) => {
    const score = scoreSpec(text);
    const rated = dimensions.reduce((total, dimension) => total + label[dimension], 0);
    return { id, label, score, rated };
  });
  const pairsOf = (dimension: Dimension) =>
    rows.map(({ label, score }) => [label[dimension], score[dimension]] as const);
  const wrong = rows.filter(({ rated, score }) => shapeForSpec(rated) !== shapeForSpec(score.total));
  return {
    specs: rows.length,
    kappa: {
      ...perDimension((dimension) => quadraticWeightedKappa(pairsOf(dimension), 2)),
      total: quadraticWeightedKappa(
        rows.map(({ rated, score }) => [rated, score.total]),
        10,
      ),
    },
    exact: perDimension(
      (dimension) => pairsOf(dimension).filter(([rated, scored]) => rated === scored).length / rows.length,
    ),
    bandsRight: 1 - wrong.length / rows.length,
    mistakes: dimensions.flatMap((dimension) =>
      rows
        .filter(({ label, score }) => label[dimension] !== score[dimension])
        .map(({ id, label, score }) => ({
          id,
          dimension,
          rated: label[dimension],
          scored: score[dimension],
        })),
    ),
    wrongBands: wrong.map(({ id, rated, score }) => `${id}: ${rated} → ${score.total}`),
  };
}

function perDimension(measure: (dimension: Dimension) => number): Readonly<Record<Dimension, number>> {
  const entries = dimensions.map((dimension) => [dimension, measure(dimension)] as const);
  return Object.fromEntries(entries) as Record<Dimension, number>; // one entry per dimension, see above
}
