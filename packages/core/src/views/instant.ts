// `Date` is used as a calendar, never as a clock.
/* oxlint-disable eslint/no-restricted-globals */

const PATTERN =
  /^(\d{4}-\d\d-\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?:[Zz]|([+-])(\d\d):?(\d\d))$/;

/** The date of a file without one: older than any loop that is still alive. */
export const LONG_AGO = '1970-01-01T00:00:00Z';

const LATEST = 253_402_300_799_999;

/** Reads an ISO 8601 date with `Z` or an offset, as milliseconds since the epoch; anything else is undefined. */
export function parseInstant(text: string): number | undefined {
  const [, day = '', ...time] = PATTERN.exec(text) ?? [];
  const [hour, minute, second = '0', fraction = '', sign, offsetHour = '0', offsetMinute = '0'] = time;
  const midnight = Date.parse(`${day}T00:00Z`);
  // `Date` takes the 30th of February for a day in March.
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(day)) return undefined;
  const [h = 0, m = 0, s = 0, oh = 0, om = 0] = [hour, minute, second, offsetHour, offsetMinute].map(Number);
  if (h > 23 || m > 59 || s > 60 || oh > 23 || om > 59) return undefined;
  const ms = Number(fraction.padEnd(3, '0').slice(0, 3));
  const offsetMs = (sign === '-' ? -1 : 1) * (oh * 60 + om) * 60_000;
  return midnight + ((h * 60 + m) * 60 + s) * 1000 + ms - offsetMs;
}

/** A date as `formatInstant` writes it; what is no date stays. */
export function normalInstant(value: unknown): unknown {
  const instant = typeof value === 'string' ? parseInstant(value) : undefined;
  return instant === undefined ? value : formatInstant(instant);
}

/** Writes an instant as the seeds do: `2026-02-05T10:00:00Z`, with milliseconds only where there are any. */
export function formatInstant(instant: number): string {
  const whole = Number.isFinite(instant) ? Math.min(Math.max(Math.trunc(instant), 0), LATEST) : 0;
  return new Date(whole).toISOString().replace('.000Z', 'Z');
}

/** The minutes that the clock of this machine's time zone is ahead of UTC at an instant. */
export function localOffset(instant: number): number {
  return -new Date(Date.parse(formatInstant(instant))).getTimezoneOffset();
}
