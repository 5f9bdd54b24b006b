import { formatInstant, parseInstant } from '@loopwright/core';

/** A moment for people, in the time zone of this machine: `2026-03-01 09:15:30`. */
export function localTime(at: number): string {
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium' }).format(sane(at));
}

/** The name of the zone at a moment: `GMT+1`, `UTC`. */
export function zoneName(at: number): string {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZoneName: 'short' }).formatToParts(sane(at));
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** The same with its zone: `2026-03-01 09:15:30 CET`. */
export function localInstant(at: number): string {
  return `${localTime(at)} ${zoneName(at)}`;
}

/** A journal may hold any number; no calendar has all of them. */
function sane(at: number): number | undefined {
  return parseInstant(formatInstant(at));
}
