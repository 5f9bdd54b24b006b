import { expect, test } from 'vitest';
import { coloured, plain } from '../../src/terminal/page.ts';
import { table } from '../../src/terminal/table.ts';
import { textWidth } from '@loopwright/core';

test('columns line up, and the last one wraps', () => {
  const rows = [
    ['a', 'one two three four five'],
    ['long', 'six'],
  ];
  expect(table(rows, { width: 24, paint: plain })).toEqual([
    'a     one two three four',
    '      five',
    'long  six',
  ]);
});

test('wide characters take the room that they need', () => {
  expect(
    table(
      [
        ['文档', 'x'],
        ['a', 'y'],
        ['🙂', 'z'],
      ],
      { width: 40, paint: plain },
    ),
  ).toEqual(['文档  x', 'a     y', '🙂    z']);
});

test('colour changes nothing about where things stand', () => {
  const rows = [[{ text: '✓', ink: 'green' as const }, 'done']];
  const [line = ''] = table(rows, { width: 40, paint: coloured });
  expect(line).toBe('\u001b[32m✓\u001b[39m  done');
  expect(textWidth(line)).toBe(7);
});

test('where columns have no room, each row becomes a few lines', () => {
  const rows = [['a-very-long-first-column', 'what it says']];
  expect(table(rows, { width: 20, paint: plain })).toEqual([
    'a-very-long-first-co',
    'lumn',
    '  what it says',
  ]);
});

test('no rows are no lines', () => {
  expect(table([], { width: 40, paint: plain })).toEqual([]);
});
