import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textWidth } from '@loopwright/core';
import { wrapText } from '../../src/terminal/wrap-text.ts';

test('lines break between words', () => {
  expect(wrapText('one two three', 7)).toEqual(['one two', 'three']);
});

test('a word that is wider than a line is broken', () => {
  expect(wrapText('abcdefgh x', 3)).toEqual(['abc', 'def', 'gh', 'x']);
});

test('a text that fits stays as it is, white space and all', () => {
  expect(wrapText('  a  b ', 10)).toEqual(['  a  b ']);
});

test('line breaks of the text stay', () => {
  expect(wrapText('a\n\nb', 10)).toEqual(['a', '', 'b']);
});

test('no line is ever wider than asked for, and no character is lost', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.integer({ min: 2, max: 20 }),
      (text, width) => {
        const lines = wrapText(text, width);
        expect(lines.every((line) => textWidth(line) <= width)).toBe(true);
        expect(lines.join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
      },
    ),
  );
});
