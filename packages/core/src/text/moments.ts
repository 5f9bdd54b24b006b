import { formatInstant, localOffset, parseInstant } from '../views/instant.ts';

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

/** Writes moments in UTC, in the time zone of this machine, or in a named one. A journal may hold any number. */
export function momentsIn(timeZone: string = 'UTC'): Moments {
  const at = timeZone === 'UTC' ? utcMoment : timeZone === 'local' ? localMoment : namedMoments(timeZone);
  return {
    zone: timeZone,
    at,
    text: (instant) => {
      const { day, clock, zone } = at(instant);
      return `${day} ${clock} ${zone}`;
    },
  };
}

function utcMoment(instant: number): Moment {
  const text = formatInstant(instant);
  return { day: text.slice(0, 10), clock: text.slice(11, 19), zone: 'UTC' };
}

/** Without `Intl`, whose first format takes longer than the rest of a verb: the zone is named by its offset. */
function localMoment(instant: number): Moment {
  const minutes = localOffset(instant);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const offset = `${minutes < 0 ? '-' : '+'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
  return { ...utcMoment(instant + minutes * 60_000), zone: minutes === 0 ? 'UTC' : `UTC${offset}` };
}

function namedMoments(timeZone: string): (instant: number) => Moment {
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
  return (instant) => {
    const sane = parseInstant(formatInstant(instant));
    const part = Object.fromEntries(format.formatToParts(sane).map(({ type, value }) => [type, value]));
    return {
      day: `${part['year']}-${part['month']}-${part['day']}`,
      clock: `${part['hour']}:${part['minute']}:${part['second']}`,
      zone: part['timeZoneName'] ?? timeZone,
    };
  };
}
