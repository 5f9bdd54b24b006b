import { expect, test } from 'vitest';
import { choosePaint, coloured, pageWidth, plain } from '../../src/terminal/page.ts';

test.each([
  ['40', 100, 40],
  [undefined, 100, 100],
  [undefined, undefined, 80],
  ['0', 100, 100],
  ['wide', undefined, 80],
  ['5', undefined, 20],
  ['9999', undefined, 120],
])('COLUMNS=%s on a terminal of %s columns is a page of %d', (columns, terminal, width) => {
  expect(pageWidth(columns, terminal)).toBe(width);
});

test.each([
  [{}, true, false, true],
  [{}, false, false, false],
  [{ TERM: 'dumb' }, true, false, false],
  [{ NO_COLOR: '1' }, true, false, false],
  [{ NO_COLOR: '' }, true, false, true],
  [{ FORCE_COLOR: '1' }, false, false, true],
  [{ FORCE_COLOR: '0' }, true, false, false],
  [{ FORCE_COLOR: '1', NO_COLOR: '1' }, true, false, false],
  [{ FORCE_COLOR: '1' }, true, true, false],
])(
  'with %j, a terminal: %s, refused: %s, colour is written: %s',
  (env, isTerminal, isRefused, isColoured) => {
    expect(choosePaint({ env, isTerminal, isRefused })).toBe(isColoured ? coloured : plain);
  },
);
