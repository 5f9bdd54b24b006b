import { formatInstant, parseInstant } from '../views/instant.ts';

/** A moment on the calendar and the clock of a time zone: `2026-03-01`, `09:15:30`, `CET`. */
export interface Moment {
  readonly day: string;
  readonly clock: string;
  readonly zone: string;
}

/** How moments are written for people, in one time zone. */
export interface Moments {
  /** The name of the time zone: `Europe/Berlin`. */
  readonly zone: string;
  readonly at: (instant: number) => Moment;
  /** A whole moment: `2026-03-01 09:15:30 CET`. */
  readonly text: (instant: number) => string;
}

/** Writes moments in UTC, or in the reader's own time zone. A journal may hold any number; each one gives a moment. */
export function momentsIn(timeZone = 'UTC'): Moments {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  });
  const at = (instant: number): Moment => {
    const sane = parseInstant(formatInstant(instant));
    const part = Object.fromEntries(format.formatToParts(sane).map(({ type, value }) => [type, value]));
    return {
      day: `${part['year']}-${part['month']}-${part['day']}`,
      clock: `${part['hour']}:${part['minute']}:${part['second']}`,
      zone: part['timeZoneName'] ?? timeZone,
    };
  };
  return {
    zone: timeZone,
    at,
    text: (instant) => {
      const { day, clock, zone } = at(instant);
      return `${day} ${clock} ${zone}`;
    },
  };
}
