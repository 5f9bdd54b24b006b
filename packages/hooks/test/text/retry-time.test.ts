import { expect, test } from 'vitest';
import { retryTime } from '../../src/text/retry-time.ts';

const NOW = Date.parse('2026-11-18T13:00:00Z');

test.each([
  ['API Error: Request rejected (429) · limit; try again in 5 minutes', '2026-11-18T13:05:00Z'],
  ['rate limited, retry after 30 s', '2026-11-18T13:00:30Z'],
  ['retry-after: 90', '2026-11-18T13:01:30Z'],
  ['Your limit resets in 2 hours', '2026-11-18T15:00:00Z'],
  ['Claude AI usage limit reached|1795014000', '2026-11-18T15:00:00Z'],
  ['The limit ends at 2026-11-18T15:00:00+01:00.', '2026-11-18T14:00:00Z'],
  ["You've hit your session limit · resets 3pm (Europe/Berlin)", '2026-11-18T14:00:00Z'],
  ["You've hit your session limit · resets 3:45pm (UTC)", '2026-11-18T15:45:00Z'],
  ['resets 8am (UTC)', '2026-11-19T08:00:00Z'],
  ['resets 12am (UTC)', '2026-11-19T00:00:00Z'],
  ['resets 9am (Asia/Tokyo)', '2026-11-19T00:00:00Z'],
  ['Weekly limit reached · resets Nov 20, 3pm (America/New_York)', '2026-11-20T20:00:00Z'],
  ['resets Nov 20, 2026, 3pm (UTC)', '2026-11-20T15:00:00Z'],
])('%s', (said, time) => {
  expect(new Date(retryTime(said, NOW) ?? 0).toISOString()).toBe(new Date(time).toISOString());
});

test('a time of day without a zone is that of this machine, the next one to come', () => {
  const time = retryTime('resets 3:45pm', NOW) ?? 0;
  expect([new Date(time).getHours(), new Date(time).getMinutes()]).toEqual([15, 45]);
  expect(time - NOW).toBeGreaterThan(0);
  expect(time - NOW).toBeLessThanOrEqual(25 * 3_600_000);
});

test.each(['resets 1pm (UTC)', 'resets 1:00pm (UTC)', 'resets Nov 18, 1pm (UTC)'])(
  '%s, said in that very minute, means the end of the minute and not tomorrow',
  (said) => {
    expect(retryTime(said, NOW)).toBe(NOW + 60_000);
    expect(retryTime(said, NOW + 59_999)).toBe(NOW + 60_000);
    expect(retryTime(said, NOW + 60_000)).not.toBe(NOW + 60_000);
  },
);

test('a year that ends in between is next year', () => {
  const now = Date.parse('2026-12-30T12:00:00Z');
  expect(retryTime('resets Jan 2, 3pm (UTC)', now)).toBe(Date.parse('2027-01-02T15:00:00Z'));
});

test.each([
  'server_error',
  '',
  'resets soon',
  'resets 3pm (Nowhere/Land)',
  'resets Foo 20, 3pm (UTC)',
  'over at 2026-11-18T12:59:59Z',
  'over at 2027-11-18T12:59:59Z',
  'limit reached|0000000000',
  'try again in 0 minutes',
  'try again in 999999 days',
])('says no time: %j', (said) => {
  expect(retryTime(said, NOW)).toBeUndefined();
});
