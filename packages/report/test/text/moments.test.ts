import { expect, it } from 'vitest';
import { UTC } from '../../src/text/moments.ts';

it('writes moments in UTC in every time zone', () => {
  const at = Date.UTC(2026, 2, 1, 8, 15, 30, 250);
  expect([UTC.instant(at), UTC.clock(at)]).toEqual(['2026-03-01 08:15:30 UTC', '08:15:30']);
});

it('writes a moment that no calendar has as the nearest one', () => {
  expect([Number.NaN, -1].map(UTC.instant)).toEqual(Array(2).fill('1970-01-01 00:00:00 UTC'));
  expect(UTC.instant(1e20)).toBe('9999-12-31 23:59:59 UTC');
});
