/** Agreement of two raters on an ordered scale, as pairs of whole numbers. */
export type Pair = readonly [rated: number, scored: number];

/**
 * Cohen's kappa with quadratic weights: 1 for full agreement, 0 for chance level.
 * Both raters giving one value throughout counts as 1.
 */
export function quadraticWeightedKappa(pairs: readonly Pair[], max: number): number {
  const rated = histogram(
    pairs.map(([value]) => value),
    max,
  );
  const scored = histogram(
    pairs.map(([, value]) => value),
    max,
  );
  const observed = sum(pairs.map(([a, b]) => (a - b) ** 2));
  const expected = sum(
    rated.flatMap((countA, a) => scored.map((countB, b) => ((a - b) ** 2 * countA * countB) / pairs.length)),
  );
  return expected === 0 ? 1 : 1 - observed / expected;
}

function histogram(values: readonly number[], max: number): readonly number[] {
  return Array.from({ length: max + 1 }, (_, level) => values.filter((value) => value === level).length);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
