import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plainText, printable } from '../../src/terminal/printable.ts';

describe('printed text', () => {
  test('keeps colours, line breaks and tabs', () => {
    const painted = '\u001b[31mred\u001b[0m\n\tgreen';
    expect(printable(painted)).toBe(painted);
    expect(plainText(painted)).toBe('[31mred[0m\n\tgreen');
  });

  test.each([
    ['a cursor movement', 'a\u001b[2Jb', 'a[2Jb'],
    ['a window title', 'a\u001b]0;title\u0007b', 'a]0;titleb'],
    ['an 8-bit control', 'a\u009b31mb', 'a31mb'],
    ['a bidi override', 'a\u202eb', 'ab'],
    ['a carriage return that hides a line', 'safe\rrm -rf', 'saferm -rf'],
  ])('loses %s', (_name, text, left) => {
    expect(printable(text)).toBe(left);
  });

  test('holds no control character but those of colours, whatever it is made of', () => {
    const hostile = fc.string({
      unit: fc.constantFrom('\u001b', '[', ']', 'm', '3', ';', '\u0007', '\u009b', '\u202e', 'a'),
    });
    fc.assert(
      fc.property(hostile, (text) => {
        const rest = printable(text).replaceAll(/\u001b\[[\d;]*m/g, '');
        expect(rest).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
      }),
    );
  });
});
