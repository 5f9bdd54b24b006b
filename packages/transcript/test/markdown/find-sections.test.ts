import { describe, expect, test } from 'vitest';
import { findSections, type Question } from '../../src/markdown/find-sections.ts';
import { outlineOf } from '../../src/markdown/outline.ts';

/** The sections with an "x" in them: their text, how deep they go, and the lines that hold it but no "y". */
function sections(text: string): readonly (readonly [string, number, readonly string[]])[] {
  const question: Question<string> = {
    words: ['x', 'X'],
    recognise: (_, { start, end }) =>
      text.slice(start, end).includes('y') ? undefined : { start, end, meaning: 'x' },
  };
  return [...findSections(text, outlineOf(text), question)].map((one) => [
    text.slice(one.start, one.end),
    one.depth,
    one.lines.map(({ start, end }) => text.slice(start, end)),
  ]);
}

describe('sections', () => {
  test('are cut at top-level blocks, and only those with a candidate line are returned, last first', () => {
    expect(sections('x1\na\nX2\nxx yes\n\nb\n\nxy\n\n# 3 xX\n4x')).toEqual([
      ['4x', 0, ['4x']],
      ['# 3 xX\n', 0, ['# 3 xX']],
      ['x1\na\nX2\nxx yes\n\n', 0, ['x1', 'X2']],
    ]);
    expect(sections('a\n\ny')).toEqual([]);
    expect(sections('')).toEqual([]);
  });

  test('are not cut at a line that is indented, though it starts afresh', () => {
    const text = 'a\n\n x\n\n    x\n\n\tx';
    expect(sections(text)).toEqual([[text, 0, [' x', '    x', '\tx']]]);
  });

  test('begin behind a byte order mark, and behind front matter', () => {
    expect(sections('\ufeffx')).toEqual([['x', 0, ['x']]]);
    expect(sections('\ufeff---\nx: 1\n---\nx')).toEqual([['x', 0, ['x']]]);
    expect(sections('---\nx: 1\n---\nx')).toEqual([['x', 0, ['x']]]);
    expect(sections('---\nx: 1\n---\n  x')).toEqual([['\n  x', 0, ['  x']]]);
  });

  test('say how deep quotes and items go in them, each for itself', () => {
    expect(sections('> - a\n> - 1. x\n\nx')).toEqual([
      ['x', 0, ['x']],
      ['> - a\n> - 1. x\n\n', 3, ['> - 1. x']],
    ]);
    expect(sections(`${'> '.repeat(256)}x`)[0]?.[1]).toBeGreaterThan(200);
  });

  test('give the last thousand lines of all, wherever they stand', () => {
    const lines = sections(`${'x\n'.repeat(2_000)}xy`)[0]?.[2] ?? [];
    expect(lines).toHaveLength(1_024);
    expect(sections(`x\n\n${'x\n'.repeat(1_023)}`).map(([, , { length }]) => length)).toEqual([1_023, 1]);
    expect(sections('x\n\n'.repeat(2_048))).toHaveLength(1_024);
  });
});
