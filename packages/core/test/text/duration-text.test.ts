import { expect, test } from 'vitest';
import { durationText } from '../../src/text/duration-text.ts';

test.each([
  [0, '0s'],
  [450, '0.4s'],
  [9_999, '9.9s'],
  [12_300, '12s'],
  [180_000, '3m'],
  [200_000, '3m 20s'],
  [7_500_000, '2h 5m'],
])('writes %d ms as %s', (ms, text) => {
  expect(durationText(ms)).toBe(text);
});
