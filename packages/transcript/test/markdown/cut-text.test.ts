import { describe, expect, test } from 'vitest';
import { cutText } from '../../src/markdown/cut-text.ts';

/** The pieces of a text. */
function pieces(text: string): readonly string[] {
  const starts = cutText(text).map(({ start }) => start);
  return starts.map((start, index) => text.slice(start, starts[index + 1]));
}

/** The numbers of the lines at which a text is cut, counted from 1. */
function cutLines(...lines: readonly string[]): readonly number[] {
  const text = lines.join('\n');
  return cutText(text).map(({ start }) => text.slice(0, start).split('\n').length);
}

function depths(text: string): readonly number[] {
  return cutText(text).map(({ depth }) => depth);
}

const LONG = 'x'.repeat(1_030);

describe('a text is cut', () => {
  test.each([
    ['at its start and below blank lines', ['a', '', 'b', ' \t', '', 'c'], [1, 3, 6]],
    ['not at an indented line', ['a', '', ' b', '', '\tc'], [1]],
    ['not inside a fence, and below its end', ['```sh', '', 'a', '``` ', '', 'b'], [1, 6]],
    ['not where a fence looks closed', ['````', '', '```', '~~~~', '    ````', '```` x', '', 'a'], [1]],
    ['not inside a fence of tildes', ['~~~ `', '', 'a', '   ~~~~', '', 'b'], [1, 6]],
    ['below what only looks like a fence', ['``` a`b', '', 'c', '``', '', '    ```', '', 'd'], [1, 3, 8]],
    ['below a line that starts like a fence', ['~ a', '', 'b', '', '~~', '', 'c'], [1, 3, 5, 7]],
    ['not below a line that ends like a fence', ['```', 'a ```', '', 'b'], [1]],
    ['below a fence with code that looks like its end', ['```', '    ```', '```', '', 'a'], [1, 5]],
    [
      'below a tag that such HTML follows',
      ['<b> <pre>', '', '<b> <?', '', '<b> <!a', '', '<b> <![CDATA[', '', 'c'],
      [1, 3, 5, 7, 9],
    ],
    ['not inside a fence that an item may hold', ['1. a', '   ```', '', '   b', '   ```', '', 'c'], [1, 7]],
    ['never below a fence that may have ended with its item', ['- a', '  ```', 'b', '', 'c'], [1]],
    ['never below a fence that ends in an item only', ['- a', '  ```', '    ```', '', 'c'], [1]],
    [
      'never below one whose end is unsure, though it ends',
      ['- a', '  ```', '    ```', '  ```', '', 'c'],
      [1],
    ],
    ['below a fence in a quote or an item', ['> ```', '', 'a', '- ```', '', 'b'], [1, 3, 6]],
    ['not inside HTML with an end of its own', ['<!--', '', 'a', '-->', '', 'b'], [1, 6]],
    ['not inside HTML in a possible item', ['  <PRE>', '', '  a', '  </pre>', '', 'b'], [1, 6]],
    [
      'below HTML that ends on its line',
      ['<?a?>', '', '<!A>', '', '<!---->', '', '<pre></pre>', '', 'b'],
      [1, 3, 5, 7, 9],
    ],
    [
      'not inside a declaration, CDATA or an instruction',
      ['<!a', '', '>', '', '<![CDATA[', '', ']]>', '', '<?', '', '?>', '', 'b'],
      [1, 5, 9, 13],
    ],
    [
      'not inside a tag with raw text',
      ['<script', '', '</style>', '', '<textarea a', '', '</TextArea>', '', 'b'],
      [1, 5, 9],
    ],
    ['below a tag and its blank line', ['<div>', 'a', '', '<pre-x>', '', '    <!--', '', 'b'], [1, 4, 8]],
    ['never below a fence or a comment in HTML', ['<div>', '```', '```', '', 'a'], [1]],
    [
      'below a fence that code below a tag looks like',
      ['    <div>', '```', '```', '', 'a', '<b>', '', '```', '```', '', 'c'],
      [1, 5, 8, 11],
    ],
  ])('%s', (_, lines, cuts) => {
    expect(cutLines(...lines)).toEqual(cuts);
  });

  test.each(['#', '# a', '######\ta', '- a', '+  a', '*\ta'])(
    'at %j, which cuts into a long piece',
    (line) => {
      expect(cutLines(LONG, line, 'b')).toEqual([1, 2]);
      expect(cutLines('x'.repeat(1_023), line)).toEqual([1]);
      expect(cutLines('x'.repeat(1_024), line)).toEqual([1, 2]);
      expect(cutLines(LONG, ` ${line}`)).toEqual([1]);
      expect(cutLines(LONG, '<b>', line)).toEqual([1]);
      expect(cutLines('```', LONG, line)).toEqual([1]);
    },
  );

  test('not at one in a short piece below a long one', () => {
    expect(cutLines(LONG, '', 'a', '# b')).toEqual([1, 3]);
  });

  test.each(['b', '#b', '####### b', '-', '- ', '-b', '2. b', '1. b', '> b', '==='])('not at %j', (line) => {
    expect(cutLines(LONG, line)).toEqual([1]);
  });

  test('behind a byte order mark and front matter', () => {
    expect(pieces('\ufeffa\r\n\r\nb\r\rc')).toEqual(['a\r\n\r\n', 'b\r\r', 'c']);
    expect(pieces('---\na: b\n---\nc\n\nd')).toEqual(['\n', 'c\n\n', 'd']);
    expect(pieces('')).toEqual(['']);
  });
});

test('a piece knows how deep its quotes and items may go', () => {
  expect(depths('a\n\n> b\n\n- > c\n1. d\n\n12) - *\te')).toEqual([0, 1, 2, 3]);
  expect(depths('- a\n  - b\n    - c\n\n> - d\n>   - e')).toEqual([3, 3]);
  expect(depths('- a\n\t- b\n\n>\t> c')).toEqual([3, 4]);
  expect(depths('-a\n\n1234567890. b\n\n**c**')).toEqual([0, 0, 0]);
  expect(depths('```\n- a\n```\n\n- b\n  ```\n  - > c\n  ```')).toEqual([0, 3]);
  expect(depths('0. a\n\n9. b\n\n12)')).toEqual([1, 1, 1]);
  expect(depths('> '.repeat(60))[0]).toBeGreaterThanOrEqual(60);
  expect(depths('- '.repeat(300_000))).toEqual([64]);
});
