import { describe, expect, test } from 'vitest';
import {
  breakTailStart,
  closesFence,
  fenceAt,
  isHeadingAt,
  isSetextUnderlineAt,
  isThematicBreakAt,
  listMarkerAt,
  looksLikeDelimiterRow,
} from '../../src/markdown/block-starts.ts';

/** Asks about a line as it is, and behind two columns of a container. */
function both<T>(line: string, ask: (line: string, offset: number) => T): T {
  const asked = ask(line, 0);
  expect(ask(`> ${line}`, 2)).toEqual(asked);
  return asked;
}

describe('a fence', () => {
  test.each([
    ['```', { marker: '`', length: 3 }],
    ['~~~~ js', { marker: '~', length: 4 }],
    ['~~~ a`b', { marker: '~', length: 3 }],
    ['``` a', { marker: '`', length: 3 }],
    ['``` a`b', undefined],
    ['``', undefined],
    ['~~', undefined],
    ['***', undefined],
    ['', undefined],
  ])('opened by %j is %j', (line, fence) => {
    expect(both(line, fenceAt)).toEqual(fence);
  });

  test.each([
    ['````', true],
    ['`````', true],
    ['```` \t', true],
    ['```', false],
    ['```` a', false],
    ['~~~~', false],
    ['', false],
  ])('of four is closed by %j: %j', (line, closes) => {
    expect(both(line, (text, offset) => closesFence({ marker: '`', length: 4 }, text, offset))).toBe(closes);
  });
});

describe('a list marker', () => {
  const bullet = { length: 1, canInterruptParagraph: true };
  test.each([
    ['- a', bullet],
    ['+ a', bullet],
    ['*\ta', bullet],
    ['-', bullet],
    ['-a', undefined],
    ['--', undefined],
    ['1. a', { length: 2, canInterruptParagraph: true }],
    ['1)', { length: 2, canInterruptParagraph: true }],
    ['01. a', { length: 3, canInterruptParagraph: true }],
    ['0. a', { length: 2, canInterruptParagraph: false }],
    ['2. a', { length: 2, canInterruptParagraph: false }],
    ['9) a', { length: 2, canInterruptParagraph: false }],
    ['123456789. a', { length: 10, canInterruptParagraph: false }],
    ['1234567890. a', undefined],
    ['1.a', undefined],
    ['1: a', undefined],
    ['/. a', undefined],
    [':. a', undefined],
    ['a. b', undefined],
    ['', undefined],
  ])('of %j is %j', (line, marker) => {
    expect(both(line, listMarkerAt)).toEqual(marker);
  });
});

describe('a thematic break', () => {
  const isBreak = (line: string, offset: number): boolean =>
    isThematicBreakAt(line, offset, breakTailStart(line, 0, line.length));

  test.each(['***', '---', '___', '- - -', '** * ** ', '_\t_ _', '*'.repeat(9)])('is %j', (line) => {
    expect(both(line, isBreak)).toBe(true);
  });

  test.each(['', '**', '--', '__', '*-*', '---a', '===', '+++', 'a---', '- -', '   '])(
    'is not %j',
    (line) => {
      expect(isBreak(line, 0)).toBe(false);
    },
  );

  test.each([
    ['***', 0],
    ['a ***', 1],
    ['- ***', 1],
    ['* - -', 1],
    ['a __ \t', 1],
    ['a', 1],
    ['a  ', 3],
    ['', 0],
    ['  ', 2],
    ['- - - ', 0],
    ['*--', 1],
  ])('can begin in %j from %i on', (line, start) => {
    expect(breakTailStart(line, 0, line.length)).toBe(start);
    expect(breakTailStart(`-\n${line}\n-`, 2, 2 + line.length)).toBe(2 + start);
  });

  test('begins only in the tail of its line', () => {
    expect(isThematicBreakAt('- ***', 0, 1)).toBe(false);
    expect(isThematicBreakAt('- ***', 2, 1)).toBe(true);
    expect(isThematicBreakAt('***', 1, 0)).toBe(false);
  });
});

describe('the delimiter row of a table', () => {
  test.each(['|---|', '|-', ':-', '-|-', '| --- | :-: |\t', '-:', '---|', '|:-'])(
    'is looked like by %j',
    (line) => {
      expect(both(line, looksLikeDelimiterRow)).toBe(true);
    },
  );

  test.each(['---', '|||', ':::', '|-a|', 'a|-', '', '| |'])('is not looked like by %j', (line) => {
    expect(both(line, looksLikeDelimiterRow)).toBe(false);
  });

  test('is looked for from where the text of the line begins', () => {
    expect(looksLikeDelimiterRow('- |:', 2)).toBe(false);
  });
});

describe('a heading', () => {
  test.each([
    ['# a', true],
    ['###### a', true],
    ['#', true],
    ['#\ta', true],
    ['####### a', false],
    ['#a', false],
    ['a # b', false],
  ])('begins with %j: %j', (line, isHeading) => {
    expect(both(line, isHeadingAt)).toBe(isHeading);
  });

  test.each([
    ['===', true],
    ['-', true],
    ['--- \t', true],
    ['=-=', false],
    ['== =', false],
    ['=a', false],
    ['', false],
  ])('is underlined by %j: %j', (line, isUnderline) => {
    expect(both(line, isSetextUnderlineAt)).toBe(isUnderline);
  });
});
