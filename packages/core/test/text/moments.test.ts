import { expect, test } from 'vitest';
import { momentsIn } from '../../src/text/moments.ts';

test('a moment is written in a time zone, and the zone has a name', () => {
  const at = Date.UTC(2026, 2, 1, 23, 0, 30);
  expect(momentsIn().text(at)).toBe('2026-03-01 23:00:30 UTC');
  expect(momentsIn('Europe/Berlin').text(at)).toBe('2026-03-02 00:00:30 CET');
});

test('the local time zone is named by its offset', () => {
  const [day, clock, zone] = momentsIn('local')
    .text(Date.UTC(2026, 2, 1, 12))
    .split(' ');
  expect(zone).toMatch(/^UTC(?:[+-]\d{1,2}(?::\d\d)?)?$/);
  const [, sign = '+', hours = '0', minutes = '00'] =
    /UTC(?:([+-])(\d+)(?::(\d\d))?)?/.exec(zone ?? '') ?? [];
  const offset = `${sign}${hours.padStart(2, '0')}:${minutes}`;
  expect(Date.parse(`${day}T${clock}${offset}`)).toBe(Date.UTC(2026, 2, 1, 12));
});

test.each([Number.NaN, Infinity, -1, 1e300])('the time %s of a damaged journal is no error', (at) => {
  expect(momentsIn().text(at)).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/);
  expect(momentsIn('local').text(at)).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/);
});
