import { countOf, durationText, listed, money, shortCount, warningText } from '../../src/text/amounts.ts';
import { expect, test } from 'vitest';

test('counts one thing as one', () => {
  expect([countOf(1, 'check'), countOf(0, 'check'), countOf(2, 'entry', 'entries')]).toEqual([
    '1 check',
    '0 checks',
    '2 entries',
  ]);
});

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

test.each([
  [0, '0'],
  [950, '950'],
  [12_400, '12.4k'],
  [627_000, '627k'],
  [999_600, '1M'],
  [3_100_000, '3.1M'],
])('%d are written as %s', (count, text) => {
  expect(shortCount(count)).toBe(text);
});

test.each([
  [25, '$25'],
  [0.5, '$0.50'],
  [0.004, '$0.004'],
])('%d dollars are written as %s', (usd, text) => {
  expect(money(usd)).toBe(text);
});

test('a list is cut where it is too long, and says how much was left out', () => {
  expect(listed([], 2)).toBe('');
  expect(listed(['a', 'b'], 2)).toBe('a, b');
  expect(listed(['a', 'b', 'c', 'd'], 2)).toBe('a, b and 2 more');
});

test('a warning that names no limit is of the budget', () => {
  expect(warningText(95)).toBe('95 % of the budget is spent.');
});
