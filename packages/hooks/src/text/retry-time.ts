const DAY_MS = 86_400_000;

/** Times further away than about a month are ignored. */
const MAX_AHEAD_DAYS = 32;

/** The client names a time of day to the minute. */
const MINUTE_MS = 60_000;

/** Longer than any error of the client. */
const MAX_READ = 2_000;

/** `2026-11-18T15:00:00Z` */
const INSTANT = /\b\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)/;

/** `limit reached|1763470800`, as older clients end their sentence. */
const EPOCH_SECONDS = /\|(\d{10})\b/;

/** `resets 3pm`, `resets at 3:45pm (Europe/Berlin)`, `resets Nov 20, 3pm`, as the client says it. */
const CLOCK =
  /\bresets?(?: at| on)? (?:([A-Z][a-z]{2}) (\d{1,2})(?:, \d{4})?(?:,| at)? )?(\d{1,2})(?::(\d\d))? ?([ap]m)\b(?: \(([\w/+-]{1,60})\))?/i;

/** `try again in 5 minutes`, `retry after 30 s`, `retry-after: 30`. */
const SPAN =
  /\b(?:retry|try again|wait|resets?)[ -](?:(?:in|after|for)[ :]{1,2})?(\d{1,6})(?: ?(s|sec|seconds?|m|min|minutes?|h|hours?|d|days?))?\b/i;

const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: DAY_MS };

/** Reads from an error's words when to try again; undefined for no time, a past one, or one over a month away. */
export function retryTime(error: string, now: number): number | undefined {
  const said = error.slice(0, MAX_READ);
  const instant = Date.parse(INSTANT.exec(said)?.[0] ?? '');
  const epoch = Number(EPOCH_SECONDS.exec(said)?.[1]) * 1_000;
  const [, amount, unit = 's'] = SPAN.exec(said) ?? [];
  const span = now + Number(amount) * (UNIT_MS[unit.charAt(0).toLowerCase()] ?? 0);
  const time = [instant, epoch, clockIn(said, now), span].find((one) => !Number.isNaN(one));
  const isNear = time !== undefined && time > now && time <= now + MAX_AHEAD_DAYS * DAY_MS;
  return isNear ? time : undefined;
}

/** The next such time of day, in this machine's zone unless it names one. The present minute means its end. */
function clockIn(said: string, now: number): number {
  const found = CLOCK.exec(said);
  if (!found) return Number.NaN;
  const [, month = '', day = '', hour, minute = '0', half = '', zone] = found;
  const hours = (Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
  const date = `${day.padStart(2, '0')} ${month}`.toLowerCase();
  try {
    for (let days = 0; days <= MAX_AHEAD_DAYS; days += 1) {
      const there = new Date(now + days * DAY_MS + offsetMs(now, zone));
      const wall = there.setUTCHours(hours, Number(minute), 0, 0);
      // The offset of that day: it can differ from today's after a change of the clock.
      const time = wall - offsetMs(wall - offsetMs(wall, zone), zone);
      const isMeant = day === '' || there.toUTCString().slice(5, 11).toLowerCase() === date;
      if (isMeant && time + MINUTE_MS > now) return time > now ? time : time + MINUTE_MS;
    }
  } catch {
    // Unknown zone.
  }
  return Number.NaN;
}

/** How far a zone is ahead of UTC. Swedish writes a moment as ISO 8601 does. */
function offsetMs(at: number, zone: string | undefined): number {
  const wall = new Date(at).toLocaleString('sv-SE', zone === undefined ? {} : { timeZone: zone });
  return Date.parse(`${wall.replace(' ', 'T')}Z`) - Math.floor(at / 1000) * 1000;
}
