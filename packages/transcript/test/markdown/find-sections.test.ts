import { describe, expect, test } from 'vitest';
import { findSections } from '../../src/markdown/find-sections.ts';

/** The sections with an "x" in them: their text, how deep they go, and the numbers of the lines. */
function sections(text: string): readonly (readonly [string, number, readonly number[]])[] {
  return findSections(text, ({ start, end }) =>
    text.slice(start, end).includes('x') ? { start, end, readAs: 'alone', meaning: 'x' } : undefined,
  ).map((one) => [text.slice(one.start, one.end), one.depth, one.lines.map(({ line }) => line)]);
}

describe('sections', () => {
  test('are cut where a line starts afresh, and only those with a line that is asked about are given', () => {
    expect(sections('x\na\n\nb\n\n# x\nx')).toEqual([
      ['x\na\n\n', 0, [1]],
      ['# x\n', 0, [6]],
      ['x', 0, [7]],
    ]);
  });

  test('are not cut at a line that is indented, though it starts afresh', () => {
    expect(sections('a\n\n x\n\n    x\n\n\tx')).toEqual([['a\n\n x\n\n    x\n\n\tx', 0, [3, 5, 7]]]);
  });

  test('begin behind a byte order mark, and behind front matter', () => {
    expect(sections('\ufeffx')).toEqual([['x', 0, [1]]]);
    expect(sections('\ufeff---\nx: 1\n---\nx')).toEqual([['x', 0, [4]]]);
    expect(sections('---\nx: 1\n---\nx')).toEqual([['x', 0, [4]]]);
  });

  test('say how deep quotes and items go in them, each for itself', () => {
    expect(sections('> - a\n> - 1. x\n\nx')).toEqual([
      ['> - a\n> - 1. x\n\n', 3, [2]],
      ['x', 0, [4]],
    ]);
  });

  test('keep the last thousand lines of each, and the last thousand of all', () => {
    expect(sections('x\n'.repeat(2_047))[0]?.[2]).toHaveLength(2_047);
    const lines = sections('x\n'.repeat(2_048))[0]?.[2] ?? [];
    expect([lines.length, lines[0]]).toEqual([1_024, 1_025]);
    expect(sections('x\n\n'.repeat(2_047))).toHaveLength(2_047);
    expect(sections('x\n\n'.repeat(2_048))).toHaveLength(1_024);
  });
});
