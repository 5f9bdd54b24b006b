import { describe, expect, test } from 'vitest';
import { createBlockScanner } from '../../src/markdown/block-scanner.ts';

/** The numbers of the lines that begin something at the top level, counted from 1. */
function freshLines(...lines: string[]): number[] {
  const scanner = createBlockScanner();
  return lines.flatMap((line, index) => (scanner.feed(line) ? [index + 1] : []));
}

describe('a line begins something at the top level', () => {
  test.each([
    ['at the start and after a blank line', ['a', '', 'b'], [1, 3]],
    ['not where it goes on a paragraph', ['a', 'b', '    c'], [1]],
    ['where it cuts into a paragraph', ['a', '# b', 'c', '***', '> d'], [1, 2, 3, 4, 5]],
    ['not as the underline of a heading', ['a', '===', 'b', '---', 'c'], [1, 3, 5]],
    ['not inside a fence', ['```', 'a', '', 'b', '```', 'c'], [1, 6]],
    ['not inside a fence that a shorter one cannot close', ['````', '', '```', '', 'a'], [1]],
    ['where a fence ended with its list', ['- ```', '  a', '', 'b'], [1, 4]],
    ['not inside HTML of kinds 1 to 5', ['<!--', '', 'a', '-->', 'b'], [1, 5]],
    [
      'after the blank line that ends HTML of kinds 6 and 7',
      ['<div>', 'a', '', 'b', '', '<x-y>', 'c', '', 'd'],
      [1, 4, 6, 9],
    ],
    ['not where it goes on a paragraph of an item lazily', ['- a', 'b', '<x-y>', '    c'], [1]],
    ['at each item of a list', ['- a', '- b', '  - c', '- d'], [1, 2, 4]],
    ['not where an item goes on', ['1. a', '', '   b', '', '  c'], [1, 5]],
    ['where an empty item ended with a blank line', ['-', '', '  a'], [1, 3]],
    ['where a quote ended with a blank line', ['> a', '', 'b'], [1, 3]],
    ['not where a list cannot cut into a paragraph', ['a', '2. b', '-', 'c'], [1, 4]],
    ['with tabs as wide as they are', ['-\ta', '', '\tb', '', '    c', '', '  d', '', ' e'], [1, 7, 9]],
  ])('%s', (_, lines, fresh) => {
    expect(freshLines(...lines)).toEqual(fresh);
  });

  test('never again where two readings are possible', () => {
    expect(freshLines('[a]: /b', '===', '', 'c')).toEqual([1]);
    expect(freshLines('| a |', '|---|', '2. b', '', 'c')).toEqual([1]);
    expect(freshLines('| a |', '|---|', '| b |', '', 'c')).toEqual([1, 5]);
    expect(freshLines('> '.repeat(256), '', 'c')).toEqual([]);
  });

  test('and knows how deep the quotes and items around it are', () => {
    const scanner = createBlockScanner();
    scanner.feed('> - 1. a');
    expect(scanner.depth()).toBe(3);
    scanner.feed('b');
    expect(scanner.depth()).toBe(3);
    scanner.feed('');
    expect(scanner.depth()).toBe(0);
  });
});
