import { expect, test } from 'vitest';
import { countOf } from '../../src/text/count-of.ts';

test('counts one thing as one', () => {
  expect([countOf(1, 'check'), countOf(0, 'check'), countOf(2, 'entry', 'entries')]).toEqual([
    '1 check',
    '0 checks',
    '2 entries',
  ]);
});
