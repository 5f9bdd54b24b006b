const PATTERN =
  /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:([Zz])|([+-])(\d{2}):?(\d{2}))$/;

const DAY_MS = 86_400_000;

/**
 * Reads an ISO 8601 date with `Z` or an offset, as milliseconds since the epoch; anything else is
 * undefined. By hand because core has no clock, not even one that could be asked for the time by mistake.
 */
export function parseInstant(text: string): number | undefined {
  const match = PATTERN.exec(text);
  if (!match) return undefined;
  const [
    ,
    year,
    month,
    day,
    hour,
    minute,
    second = '0',
    fraction = '',
    ,
    sign,
    offsetHour = '0',
    offsetMinute = '0',
  ] = match;
  const fields = [month, day, hour, minute, second, offsetHour, offsetMinute].map(Number);
  const [m = 0, d = 0, h = 0, min = 0, s = 0, oh = 0, om = 0] = fields;
  if (
    m < 1 ||
    m > 12 ||
    d < 1 ||
    d > daysIn(Number(year), m) ||
    h > 23 ||
    min > 59 ||
    s > 60 ||
    oh > 23 ||
    om > 59
  ) {
    return undefined;
  }
  const ms = Number(fraction.padEnd(3, '0').slice(0, 3));
  const offsetMs = (sign === '-' ? -1 : 1) * (oh * 60 + om) * 60_000;
  return daysFromEpoch(Number(year), m, d) * DAY_MS + ((h * 60 + min) * 60 + s) * 1000 + ms - offsetMs;
}

/** Writes an instant as the seeds do: `2026-02-05T10:00:00Z`, with milliseconds only where there are any. */
export function formatInstant(instant: number): string {
  const whole = Number.isFinite(instant)
    ? Math.min(Math.max(Math.trunc(instant), 0), 253_402_300_799_999)
    : 0;
  const days = Math.floor(whole / DAY_MS);
  const ms = whole - days * DAY_MS;
  const { year, month, day } = dateOf(days);
  const pad = (value: number, width = 2): string => String(value).padStart(width, '0');
  const time = [ms / 3_600_000, (ms / 60_000) % 60, (ms / 1000) % 60]
    .map((part) => pad(Math.floor(part)))
    .join(':');
  const fraction = ms % 1000 === 0 ? '' : `.${pad(ms % 1000, 3)}`;
  return `${pad(year, 4)}-${pad(month)}-${pad(day)}T${time}${fraction}Z`;
}

/** Days from 1970-01-01 in the Gregorian calendar; years begin in March, so that the leap day comes last. */
function daysFromEpoch(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

function dateOf(days: number): { readonly year: number; readonly month: number; readonly day: number } {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}

function daysIn(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
}
