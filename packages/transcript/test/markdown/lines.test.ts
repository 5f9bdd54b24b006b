import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { frontMatterEnd } from '../../src/markdown/front-matter.ts';
import { linesOf } from '../../src/markdown/lines.ts';

describe('lines', () => {
  test('end with LF, CRLF or CR, and are counted from 1', () => {
    const text = 'a\r\nb\rc\n\nd';
    expect([...linesOf(text)].map(({ number, start, end }) => [number, text.slice(start, end)])).toEqual([
      [1, 'a'],
      [2, 'b'],
      [3, 'c'],
      [4, ''],
      [5, 'd'],
    ]);
  });

  test('are those of a split, whatever the text', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', '\n', '\r', '\r\n', ' ', 'b')), (parts) => {
        const text = parts.join('');
        expect([...linesOf(text)].map(({ start, end }) => text.slice(start, end))).toEqual(
          text.split(/\r\n|\n|\r/),
        );
      }),
    );
  });

  test('begin behind a byte order mark', () => {
    expect([...linesOf('\ufeffa')]).toEqual([{ number: 1, start: 1, end: 2 }]);
  });
});

describe('front matter', () => {
  test.each([
    ['---\na: b\n---\nc', 12],
    ['+++\na = 1\n+++', 13],
    ['---  \r\na: b\r\n---\t\r\nc', 17],
    ['---\n---\n', 7],
    ['---\n\na\n---\n', 0],
    ['---\na: b\n', 0],
    ['---\na: b\n+++\n', 0],
    [' ---\na\n---\n', 0],
    ['----\na\n----\n', 0],
    ['a\n---\nb\n---\n', 0],
    ['', 0],
  ])('of %j ends at %i', (text, end) => {
    expect(frontMatterEnd(text)).toBe(end);
  });
});
