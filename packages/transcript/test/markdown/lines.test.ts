import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bodyStart } from '../../src/markdown/cut-text.ts';
import { lineStart } from '../../src/markdown/lines.ts';
import { linesOf } from '../lines-of.ts';

describe('lines', () => {
  test('end with LF, CRLF or CR', () => {
    const text = 'a\r\nb\rc\n\nd';
    expect(linesOf(text).map(({ start, end }) => text.slice(start, end))).toEqual(['a', 'b', 'c', '', 'd']);
  });

  test('equal a split, for any text', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', '\n', '\r', '\r\n', ' ', 'b')), (parts) => {
        const text = parts.join('');
        expect(linesOf(text).map(({ start, end }) => text.slice(start, end))).toEqual(
          text.split(/\r\n|\n|\r/),
        );
      }),
    );
  });

  test('start where they are found to start, from each of their places', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', '\n', '\r', '\r\n', 'bc')), (parts) => {
        const text = parts.join('');
        for (const { start, end } of linesOf(text)) {
          for (let place = start; place <= end; place += 1) expect(lineStart(text, place)).toBe(start);
        }
      }),
    );
  });
});

describe('what stands before a document', () => {
  test.each([
    ['---\na: b\n---\nc', 12],
    ['+++\na = 1\n+++', 13],
    ['---  \r\na: b\r\n---\t\r\nc', 17],
    ['---\n---\n', 7],
    ['\ufeff---\na: b\n---\nc', 13],
    ['---\na: b\n---x\n---', 17],
    ['\ufeffa', 1],
    ['\ufeff---\n\na\n---\n', 1],
    ['---', 0],
    ['ab \na\nab \nb', 0],
    ['***\na\n***\nb', 0],
    ['---\n \n---\n', 0],
    ['---\n a\n---\n', 10],
    ['---\n\na\n---\n', 0],
    ['---\na: b\n', 0],
    ['---\na: b\n+++\n', 0],
    [' ---\na\n---\n', 0],
    ['----\na\n----\n', 0],
    ['a\n---\nb\n---\n', 0],
    ['', 0],
  ])('of %j ends at %i', (text, end) => {
    expect(bodyStart(text)).toBe(end);
  });
});
