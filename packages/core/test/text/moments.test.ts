import { expect, test } from 'vitest';
import { momentsIn } from '../../src/text/moments.ts';

test('a moment is written in a time zone, and the zone has a name', () => {
  const at = Date.UTC(2026, 2, 1, 23, 0, 30);
  expect(momentsIn().text(at)).toBe('2026-03-01 23:00:30 UTC');
  expect(momentsIn('Europe/Berlin').text(at)).toBe('2026-03-02 00:00:30 CET');
});

test.each([Number.NaN, Infinity, -1, 1e300])('the time %s of a damaged journal is no error', (at) => {
  expect(momentsIn().text(at)).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/);
});
