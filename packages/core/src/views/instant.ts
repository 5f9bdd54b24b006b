// `Date` is used as a calendar, never as a clock.
/* oxlint-disable eslint/no-restricted-globals */

const PATTERN =
  /^(\d{4}-\d\d-\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?:[Zz]|([+-])(\d\d):?(\d\d))$/;

const DAY_MS = 86_400_000;
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

/**
 * Writes an instant as the seeds do: `2026-02-05T10:00:00Z`, with milliseconds only where there are any. By hand,
 * because the first `Date` of a process reads the machine's time zone, which takes a tenth of a stop.
 */
export function formatInstant(instant: number): string {
  const whole = Number.isFinite(instant) ? Math.min(Math.max(Math.trunc(instant), 0), LATEST) : 0;
  const days = Math.floor(whole / DAY_MS);
  const ms = whole - days * DAY_MS;
  const time = [ms / 3_600_000, (ms / 60_000) % 60, (ms / 1000) % 60].map((part) => pad(part)).join(':');
  return `${dayOf(days)}T${time}${ms % 1000 === 0 ? '' : `.${pad(ms % 1000, 3)}`}Z`;
}

/** A day by its number from 1970 on. Years begin in March here, so that the leap day comes last. */
function dayOf(days: number): string {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const day = shifted - era * 146_097;
  const leaps = Math.floor(day / 1460) - Math.floor(day / 36_524) + Math.floor(day / 146_096);
  const year = Math.floor((day - leaps) / 365);
  const dayOfYear = day - (365 * year + Math.floor(year / 4) - Math.floor(year / 100));
  const month = Math.floor((5 * dayOfYear + 2) / 153);
  const date = dayOfYear - Math.floor((153 * month + 2) / 5) + 1;
  return `${pad(year + era * 400 + (month < 10 ? 0 : 1), 4)}-${pad(month < 10 ? month + 3 : month - 9)}-${pad(date)}`;
}

function pad(value: number, width = 2): string {
  return String(Math.floor(value)).padStart(width, '0');
}
