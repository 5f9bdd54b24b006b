import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quantile, summarize } from '../../src/figures/statistics.ts';

test('the median of an odd number is the one in the middle, of an even number the mean of two', () => {
  expect(summarize([9, 1, 5]).median).toBe(5);
  expect(summarize([4, 1, 3, 2]).median).toBe(2.5);
});

test('one outlier among many measurements changes nothing', () => {
  expect(summarize([10, 11, 12, 11, 9000])).toEqual({ median: 11, low: 11, high: 12, count: 5 });
});

test('one measurement is its own median and spread', () => {
  expect(summarize([7])).toEqual({ median: 7, low: 7, high: 7, count: 1 });
});

test('an empty list of measurements throws', () => {
  expect(() => summarize([])).toThrow(RangeError);
});

test('a quantile grows with its share, lies within the measurements, and ignores their order', () => {
  const samples = fc.array(fc.double({ noNaN: true, min: -1e6, max: 1e6 }), { minLength: 1 });
  const share = fc.double({ noNaN: true, min: 0, max: 1 });
  fc.assert(
    fc.property(samples, share, share, (list, one, other) => {
      const [less, more] = [Math.min(one, other), Math.max(one, other)];
      const [below, above] = [quantile(list, less), quantile(list, more)];
      // Interpolation rounds.
      expect(below).toBeLessThanOrEqual(above + 1e-6);
      expect(below).toBeGreaterThanOrEqual(Math.min(...list) - 1e-6);
      expect(above).toBeLessThanOrEqual(Math.max(...list) + 1e-6);
      expect(quantile(list.toReversed(), one)).toBe(quantile(list, one));
    }),
  );
});
