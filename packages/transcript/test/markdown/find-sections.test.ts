import { describe, expect, test } from 'vitest';
import { cutText } from '../../src/markdown/cut-text.ts';
import { findSections, type Question } from '../../src/markdown/find-sections.ts';

/** The sections with an "x" in them: their text, and the lines that hold it but no "y". */
function sections(text: string): readonly (readonly [string, readonly string[]])[] {
  const question: Question<string> = {
    words: ['x', 'X'],
    recognise: (_, { start, end }) =>
      text.slice(start, end).includes('y') ? undefined : { start, end, meaning: 'x' },
  };
  return [...findSections(text, cutText(text), question)].map((one) => [
    text.slice(one.start, one.end),
    one.lines.map(({ start, end }) => text.slice(start, end)),
  ]);
}

describe('sections', () => {
  test('are returned if they have a candidate line, last one first', () => {
    expect(sections('x1\na\nX2\nxx yes\n\nb\n\nxy\n\n3 xX\n\n4x')).toEqual([
      ['4x', ['4x']],
      ['3 xX\n\n', ['3 xX']],
      ['x1\na\nX2\nxx yes\n\n', ['x1', 'X2']],
    ]);
    expect(sections('a\n\ny')).toEqual([]);
    expect(sections('')).toEqual([]);
  });

  test('begin behind a byte order mark, and behind front matter', () => {
    expect(sections('\ufeffx')).toEqual([['x', ['x']]]);
    expect(sections('\ufeff---\nx: 1\n---\nx')).toEqual([['x', ['x']]]);
  });

  test('give the last thousand lines of all, wherever they stand', () => {
    const lines = sections(`${'x\n'.repeat(2_000)}xy`)[0]?.[1] ?? [];
    expect(lines).toHaveLength(1_024);
    expect(sections(`x\n\n${'x\n'.repeat(1_023)}`).map(([, { length }]) => length)).toEqual([1_023, 1]);
    expect(sections('x\n\n'.repeat(2_048))).toHaveLength(1_024);
  });
});
