import { expect, test } from 'vitest';
import { parseCriteria } from '../../src/status/parse-status-block.ts';

const TOO_LARGE = [{ field: 'CRITERIA', code: 'too-large' }];

/** As many criteria as asked for, each of them met. */
function criteria(count: number): string {
  return JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`c${index}`, true])));
}

test('criteria are read up to a thousand, and none of more', () => {
  expect(parseCriteria(criteria(1_000))).toMatchObject({ criteria: { size: 1_000 }, problems: [] });
  expect(parseCriteria(criteria(1_001))).toMatchObject({ criteria: { size: 0 }, problems: TOO_LARGE });
});

test('a name is read up to a thousand characters; a longer one, among others too, is too large', () => {
  const longest = 'a'.repeat(1_000);
  expect(parseCriteria(`{"${longest}": true}`)?.criteria).toEqual(new Map([[longest, true]]));
  expect(parseCriteria(`{"b": true, "${longest}a": true}`)).toEqual({
    criteria: new Map(),
    problems: TOO_LARGE,
  });
});

test('text is read up to 64 KiB, and not looked at beyond', () => {
  const longest = '{"a": true}'.padEnd(65_536);
  expect(parseCriteria(longest)?.criteria).toEqual(new Map([['a', true]]));
  expect(parseCriteria(`${longest} `)).toEqual({ criteria: new Map(), problems: TOO_LARGE });
});

test.each(['"text"', '1', 'true', 'null', '[]', '{', ''])('%j is no object of criteria', (json) => {
  expect(parseCriteria(json)).toBeUndefined();
});
