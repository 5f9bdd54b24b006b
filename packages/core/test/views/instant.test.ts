import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatInstant, parseInstant } from '../../src/views/instant.ts';

const LAST = 253_402_300_799_999;

describe('reading a date', () => {
  test('agrees with Date on every instant, with Z and with an offset', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: LAST }), fc.integer({ min: -1439, max: 1439 }), (at, minutes) => {
        const iso = new Date(at).toISOString();
        expect(parseInstant(iso)).toBe(at);
        const shifted = at + minutes * 60_000;
        if (shifted < 0 || shifted > LAST) return;
        const pad = (value: number): string => String(value).padStart(2, '0');
        const sign = minutes < 0 ? '-' : '+';
        const offset = `${sign}${pad(Math.floor(Math.abs(minutes) / 60))}:${pad(Math.abs(minutes) % 60)}`;
        expect(parseInstant(new Date(shifted).toISOString().replace('Z', offset))).toBe(at);
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    ['2026-02-05T10:00:00Z', 1_770_285_600_000],
    ['2026-02-05t10:00:00z', 1_770_285_600_000],
    ['2026-02-05 10:00:00+00:00', 1_770_285_600_000],
    ['2026-02-05T10:00Z', 1_770_285_600_000],
    ['2026-02-05T12:30:00+0230', 1_770_285_600_000],
    ['2026-02-05T10:00:00.5Z', 1_770_285_600_500],
    ['2026-02-05T10:00:00,123456789Z', 1_770_285_600_123],
    ['1969-12-31T23:59:59Z', -1000],
    ['2024-02-29T00:00:00Z', 1_709_164_800_000],
    ['2000-02-29T00:00:00Z', 951_782_400_000],
    ['2016-12-31T23:59:60Z', 1_483_228_800_000],
  ])('%s', (text, at) => {
    expect(parseInstant(text)).toBe(at);
  });

  test.each([
    '',
    'now',
    '2026-02-05',
    '2026-02-05T10:00:00',
    '2026-13-05T10:00:00Z',
    '2026-00-05T10:00:00Z',
    '2026-02-00T10:00:00Z',
    '2026-02-29T10:00:00Z',
    '1900-02-29T10:00:00Z',
    '2026-04-31T10:00:00Z',
    '2026-01-32T10:00:00Z',
    '2026-02-05T24:00:00Z',
    '2026-02-05T10:60:00Z',
    '2026-02-05T10:00:61Z',
    '2026-02-05T10:00:00+24:00',
    '2026-02-05T10:00:00+01:60',
    '2026-02-05T10:00:00Zx',
    ' 2026-02-05T10:00:00Z',
    '26-02-05T10:00:00Z',
    '1770285600000',
  ])('%j is none', (text) => {
    expect(parseInstant(text)).toBeUndefined();
  });
});

describe('writing a date', () => {
  test('agrees with Date, and omits zero milliseconds', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: LAST }), (at) => {
        expect(formatInstant(at)).toBe(new Date(at).toISOString().replace('.000Z', 'Z'));
        expect(parseInstant(formatInstant(at))).toBe(at);
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    [Number.NaN, '1970-01-01T00:00:00Z'],
    [Number.POSITIVE_INFINITY, '1970-01-01T00:00:00Z'],
    [-5, '1970-01-01T00:00:00Z'],
    [0.9, '1970-01-01T00:00:00Z'],
    [LAST, '9999-12-31T23:59:59.999Z'],
    [1e300, '9999-12-31T23:59:59.999Z'],
    [68_169_600_000, '1972-02-29T00:00:00Z'],
  ])('%d is %s', (at, text) => {
    expect(formatInstant(at)).toBe(text);
  });
});
