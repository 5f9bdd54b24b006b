import { expect, test, vi } from 'vitest';
import { localTime, zoneName } from '../../src/terminal/local-time.ts';

test('a moment is written in the zone of this machine, and the zone has a name', () => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  const at = Date.UTC(2026, 2, 1, 8, 15, 30);
  expect([localTime(at), zoneName(at)]).toEqual(['2026-03-01 09:15:30', 'CET']);
  vi.stubEnv('TZ', 'UTC');
  expect([localTime(at), zoneName(at)]).toEqual(['2026-03-01 08:15:30', 'UTC']);
  vi.unstubAllEnvs();
});

test.each([Number.NaN, Infinity, -1, 1e300])('the time %s of a damaged journal is no error', (at) => {
  expect(localTime(at)).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
});
