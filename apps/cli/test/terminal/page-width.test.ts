import { expect, test } from 'vitest';
import { pageWidth } from '../../src/terminal/page-width.ts';

test.each([
  ['COLUMNS', '100', 60, 100],
  ['the terminal', undefined, 60, 60],
  ['80 where the terminal reports 0 columns', undefined, 0, 80],
  ['80 without a terminal', undefined, undefined, 80],
  ['no more than 120', undefined, 300, 120],
  ['no less than 20', '3', undefined, 20],
])('is that of %s', (_name, columns, terminal, width) => {
  expect(pageWidth(columns, terminal)).toBe(width);
});
