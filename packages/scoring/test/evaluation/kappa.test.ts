import { describe, expect, it } from 'vitest';
import { quadraticWeightedKappa, type Pair } from './kappa.ts';

/** Pairs of ratings, written as two digits each. */
const pairs = (text: string): Pair[] => text.split(' ').map((pair) => [Number(pair[0]), Number(pair[1])]);

describe('quadraticWeightedKappa', () => {
  it.each([
    ['1 for full agreement', '00 11 22', 2, 1],
    ['-1 for the opposite of two levels', '01 10', 1, -1],
    ['0 for a scorer that always says the same', '01 11 21', 2, 0],
    ['1 where nobody ever says anything else', '11 11', 2, 1],
    // Observed 2; expected (by hand) 1·(0+1+8)/4 + …: histograms 1,2,1 and 2,0,2 give 6; 1 − 2/6
    ['two thirds for two near misses', '00 10 12 22', 2, 2 / 3],
  ])('answers %s', (_, rated, max, kappa) => {
    expect(quadraticWeightedKappa(pairs(rated), max)).toBeCloseTo(kappa, 12);
  });
});
