import { expect, test } from 'vitest';
import { suggest } from '../../src/flags/suggest.ts';

const names = 'start status step verify criterion continue cancel explain replay fleet'.split(' ');

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

test('a slip is a letter more, less, another or in the wrong place, one for three letters typed', () => {
  expect(['abd', 'abcd', 'ab', 'acb'].map((typed) => suggest(typed, ['abc']))).toEqual(Array(4).fill('abc'));
  expect(suggest('axy', ['abc'])).toBeUndefined();
  expect(suggest('kittes', ['sittes', 'mittens'])).toBe('sittes');
  expect(suggest('kitten', ['sitting'])).toBeUndefined();
});

test('a word of any length is answered without comparing it', () => {
  expect(suggest('a'.repeat(1_000_000), names)).toBeUndefined();
});
