import { formatInstant, parseInstant } from '@loopwright/core';

/** How moments are written for people, in one time zone. */
export interface Moments {
  readonly zone: string;
  /** A moment with its day: `2026-03-01 08:15:30 UTC`. */
  readonly instant: (at: number) => string;
  /** A time of day. It names its day where that is another one than in UTC, which divides lists. */
  readonly clock: (at: number) => string;
}

/** Writes moments in UTC, or in the reader's own zone. */
export function momentsIn(timeZone = 'UTC'): Moments {
  const dayFormat = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
  const clockFormat = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium' });
  const zoneFormat = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'short' });
  const sane = (at: number): number => parseInstant(formatInstant(at)) ?? 0;
  const clock = (at: number): string => clockFormat.format(sane(at));
  return {
    zone: timeZone,
    instant: (at) => {
      const parts = zoneFormat.formatToParts(sane(at));
      const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
      return `${dayFormat.format(sane(at))} ${clock(at)} ${name}`;
    },
    clock: (at) => {
      const day = dayFormat.format(sane(at));
      return formatInstant(at).startsWith(day) ? clock(at) : `${day} ${clock(at)}`;
    },
  };
}

/** Moments in UTC. */
export const UTC: Moments = /* @__PURE__ */ momentsIn();
