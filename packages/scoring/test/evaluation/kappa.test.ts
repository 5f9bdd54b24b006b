import { describe, expect, it } from 'vitest';
import { quadraticWeightedKappa, type Pair } from './kappa.ts';

describe('quadraticWeightedKappa', () => {
  it.each<[string, readonly Pair[], number, number]>([
    [
      '1 for full agreement',
      [
        [0, 0],
        [1, 1],
        [2, 2],
      ],
      2,
      1,
    ],
    [
      '-1 for the opposite of two levels',
      [
        [0, 1],
        [1, 0],
      ],
      1,
      -1,
    ],
    [
      '0 for a scorer that always says the same',
      [
        [0, 1],
        [1, 1],
        [2, 1],
      ],
      2,
      0,
    ],
    [
      '1 where nobody ever says anything else',
      [
        [1, 1],
        [1, 1],
      ],
      2,
      1,
    ],
    // Observed 2; expected (by hand) 1·(0+1+8)/4 + …: histograms 1,2,1 and 2,0,2 give 6; 1 − 2/6
    [
      'two thirds for two near misses',
      [
        [0, 0],
        [1, 0],
        [1, 2],
        [2, 2],
      ],
      2,
      2 / 3,
    ],
  ])('answers %s', (_, pairs, max, kappa) => {
    expect(quadraticWeightedKappa(pairs, max)).toBeCloseTo(kappa, 12);
  });
});
