import { describe, expect, it } from 'vitest';
import { keepEnds, keptOf, mapCut } from '../../src/model/keep-ends.ts';

describe('keepEnds', () => {
  it('keeps a list that is short enough whole', () => {
    expect(keepEnds([1, 2, 3], 1, 2)).toEqual({ head: [1, 2, 3], left: 0, tail: [] });
  });

  it('counts the entries between the ends', () => {
    const cut = keepEnds([1, 2, 3, 4, 5], 1, 2);
    expect(cut).toEqual({ head: [1], left: 2, tail: [4, 5] });
    expect(keptOf(mapCut(cut, String))).toEqual(['1', '4', '5']);
  });
});
