import { expect, test } from 'vitest';
import { countSlips, suggest } from '../../src/flags/suggest.ts';

const names = [
  'start',
  'status',
  'step',
  'verify',
  'criterion',
  'continue',
  'cancel',
  'explain',
  'replay',
  'fleet',
];

test.each([
  ['strat', 'start'],
  ['stauts', 'status'],
  ['verfy', 'verify'],
  ['critrion', 'criterion'],
  ['cont', 'continue'],
  ['CANCEL', 'cancel'],
  ['explian', 'explain'],
])('"%s" was probably meant to be %s', (typed, meant) => {
  expect(suggest(typed, names)).toBe(meant);
});

test.each(['refactor', 'xyz', 'p', '', 'please fix the app'])('"%s" suggests nothing', (typed) => {
  expect(suggest(typed, names)).toBeUndefined();
});

test('a beginning that fits several is no suggestion by itself', () => {
  expect(suggest('st', ['start', 'status', 'step'])).toBeUndefined();
});

test('letters that changed places are one slip', () => {
  expect(countSlips('strat', 'start')).toBe(1);
  expect(countSlips('', 'abc')).toBe(3);
  expect(countSlips('kitten', 'sitting')).toBe(3);
});

test('a word of any length is answered without comparing it', () => {
  expect(countSlips('a'.repeat(1_000_000), 'start')).toBe(Number.POSITIVE_INFINITY);
});
