import { describe, expect, it } from 'vitest';
import { clockText, instantText, isoText, tokensText, usdText } from '../../src/text/amounts.ts';

describe('amounts', () => {
  it.each([
    [0, '$0'],
    [25, '$25'],
    [0.5, '$0.50'],
    [0.0042, '$0.0042'],
    [3.7851, '$3.79'],
    [Number.NaN, '$?'],
  ])('writes %d dollars as %s', (usd, text) => expect(usdText(usd)).toBe(text));

  it.each([
    [999, '999'],
    [1000, '1k'],
    [12_430, '12.4k'],
    [231_400, '231k'],
    [3_100_000, '3.1M'],
  ])('writes %d tokens as %s', (tokens, text) => expect(tokensText(tokens)).toBe(text));

  it('writes moments in UTC in every time zone', () => {
    const at = Date.UTC(2026, 2, 1, 8, 15, 30, 250);
    expect([instantText(at), clockText(at), isoText(at)]).toEqual([
      '2026-03-01 08:15:30 UTC',
      '08:15:30',
      '2026-03-01T08:15:30.250Z',
    ]);
  });

  it.each([Number.NaN, -1, Number.POSITIVE_INFINITY, 1e20])(
    'takes %d, which no calendar has, as the epoch',
    (at) => {
      expect(instantText(at)).toBe('1970-01-01 00:00:00 UTC');
    },
  );
});
