import { describe, expect, test } from 'vitest';
import { BlockScanner } from '../../src/markdown/block-scanner.ts';
import { linesOf } from '../lines-of.ts';

/** The numbers of the lines that begin something at the top level, counted from 1. */
function freshLines(...lines: string[]): number[] {
  const text = lines.join('\n');
  const scanner = new BlockScanner(text);
  return linesOf(text).flatMap(({ start, end }, index) => (scanner.feed(start, end) ? [index + 1] : []));
}

describe('a line begins something at the top level', () => {
  test.each([
    ['at the start and after a blank line', ['a', '', 'b'], [1, 3]],
    ['not where it goes on a paragraph', ['a', 'b', '    c'], [1]],
    ['where it cuts into a paragraph', ['a', '# b', 'c', '***', '> d'], [1, 2, 3, 4, 5]],
    ['not as the underline of a heading', ['a', '===', 'b', '---', 'c'], [1, 3, 5]],
    ['not inside a fence', ['```', 'a', '', 'b', '```', 'c'], [1, 6]],
    ['not inside a fence of tildes', ['~~~', '', 'a', '~~~', 'b'], [1, 5]],
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

  test.each([
    ['not in a quote that goes on', ['> a', '> # b', '>', '> c', 'd', '', 'e'], [1, 7]],
    ['not in a fence within a quote', ['> ```', '> a', '> ```', '> b', '```', 'c'], [1, 5]],
    ['where a fence within a quote ended with it', ['> ```', 'a'], [1, 2]],
    ['where what looks like a quote is code', ['> a', '', '    > b', '', 'c'], [1, 3, 5]],
    ['not where a quote has no space behind its marker', ['>a', '>', '>    b', '>', '>     c'], [1]],
    ['with code of a quote behind one space', ['>     a', '>     b', '> c', 'd', '# e'], [1, 5]],
    ['not in code, over blank lines', ['    a', '', '    b', '     c', 'd'], [1, 5]],
    ['at code behind a heading, and not behind a paragraph', ['# a', '    b', 'c', '    d'], [1, 2, 3]],
    ['not in the code of an item', ['-     a', '', '      b', '', '  c', '', 'd'], [1, 7]],
    ['not behind an item that is indented itself', ['   - a', '', '     b', '', '    c', '', 'd'], [1, 5, 7]],
    ['not in an item of four columns', ['-    a', '', '     b', '', '    c'], [1, 5]],
    ['not in an item within an item', ['- - a', '', '    b', '', '  c', '', ' d'], [1, 7]],
    ['not where a tab is parted by two items', ['- - a', '', '\t# b', 'c', '', '\td'], [1, 4, 6]],
    ['not in a quote that a lazy line only looks like', ['> a', '    > # b', 'c'], [1]],
    ['not behind an item whose text is indented by three', ['- a', '', '     b', 'c'], [1]],
    ['not behind a quote whose text is indented by three', ['>    a', 'b'], [1]],
    ['behind a heading in a quote without a space', ['># a', 'b'], [1, 2]],
    ['not behind the text of a wide item, and behind its code', ['-    a', 'b', '-     c', 'd'], [1, 3, 4]],
    ['behind white space below a table', ['| a |', '|---|', '     ', 'c'], [1, 4]],
    ['below a definition that another paragraph holds', ['[b]: /c', '', 'a', '===', '', 'd'], [1, 3, 6]],
    ['not in an item of which only an empty one is over', ['- -', '', '', '  a'], [1]],
    ['not in an item of which only a quote is over', ['- > a', '', '', '  b'], [1]],
    ['not in an item below a quote that is over', ['> a', '', '- b', '', '  c'], [1, 3]],
    ['at each item of a numbered list', ['1. a', '2. b', '', '3. c'], [1, 2, 4]],
    ['not at an empty item in a paragraph', ['a', '*', '* b', '+', 'c'], [1, 3, 4, 5]],
    ['not at an empty item with white space in a paragraph', ['a', '* \t', '1.', '1. b'], [1, 4]],
    ['where an item begins with a blank line and goes on', ['-', '  a', '', '  b', 'c', '', 'd'], [1, 7]],
    ['where an item begins below a lazy line', ['> a', 'b', '- c', 'd', '> e'], [1, 3, 5]],
    ['not where a tag goes on a paragraph', ['a', '<x-y>', 'b', '<div>', 'c', '', 'd'], [1, 4, 7]],
    ['not in HTML within an item', ['- <!--', '', '  a', '  -->', '  b', '', 'c'], [1, 7]],
    [
      'behind HTML that ends on its own line',
      ['<!-- a -->', 'b', '<?a?>', '<!A>', '<pre></pre>'],
      [1, 2, 3, 4, 5],
    ],
    ['where a break stands', ['a', '***', 'b', '- - -', '___', '  ***'], [1, 2, 3, 4, 5, 6]],
    ['not where a break stands in an item', ['- ***', '  ___', '', '  a'], [1]],
    ['not where code stands in for a break', ['a', '    ***', '', '    ***', '***'], [1, 4, 5]],
    ['not where a word stands in for a heading', ['a', '#b', '`c', '~~d', '1.e', '-f', '<1>'], [1]],
  ])('%s', (_, lines, fresh) => {
    expect(freshLines(...lines)).toEqual(fresh);
  });

  test('never again where a paragraph could be a table that ends', () => {
    const table = ['| a |', '|---|'];
    for (const cut of ['    b', '<x-y>', '===', '-', '2. b', '*']) {
      expect(freshLines(...table, cut, '', 'c'), cut).toEqual([1]);
    }
    for (const row of ['| b |', 'b', '#b', '>', '- b', '1. b']) {
      expect(freshLines(...table, row, '', 'c').at(-1), row).toBe(5);
    }
    expect(freshLines('a', '<x-y>', '', 'c')).toEqual([1, 4]);
  });

  test('never again where a definition could be underlined, wherever it begins', () => {
    expect(freshLines('a', '[b]: /c', '===', '', 'd')).toEqual([1]);
    expect(freshLines('a', 'b', '===', '', 'd')).toEqual([1, 5]);
  });

  test('never again below too deep nesting', () => {
    expect(freshLines(`${'> '.repeat(255)}a`, '', 'b')).toEqual([1, 3]);
    expect(freshLines(`${'> '.repeat(257)}a`, '', 'b')).toEqual([]);
  });

  test('never again where two readings are possible', () => {
    expect(freshLines('[a]: /b', '===', '', 'c')).toEqual([1]);
    expect(freshLines('| a |', '|---|', '2. b', '', 'c')).toEqual([1]);
    expect(freshLines('| a |', '|---|', '| b |', '', 'c')).toEqual([1, 5]);
    expect(freshLines('> '.repeat(256), '', 'c')).toEqual([]);
  });

  test('and knows how deep the quotes and items around it are', () => {
    const depthsOf = (...lines: string[]): number[] => {
      const text = lines.join('\n');
      const scanner = new BlockScanner(text);
      return linesOf(text).map(({ start, end }) => {
        scanner.feed(start, end);
        return scanner.depth;
      });
    };
    expect(depthsOf('> - 1. a', 'b', '')).toEqual([3, 3, 0]);
    expect(depthsOf('> > a', '>', '> > b', '  > c')).toEqual([2, 1, 2, 2]);
    expect(depthsOf('> - > a', '>', '> >', '')).toEqual([3, 2, 2, 0]);
    expect(depthsOf('- - a', '  # b')).toEqual([2, 1]);
    expect(depthsOf('  > a')).toEqual([1]);
    expect(depthsOf('- > a', '', '  - b', '', '    c')).toEqual([2, 1, 2, 2, 2]);
    expect(depthsOf('-', '', 'a', '- -', '')).toEqual([1, 0, 0, 2, 1]);
  });
});
