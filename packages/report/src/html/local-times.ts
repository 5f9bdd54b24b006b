import { parseInstant } from '@loopwright/core';

/** Every moment of a page. Texts of a run can't look like one, because their markup is escaped. */
const MOMENTS = /<time\s+datetime="(\d{4}-[^"]+Z)"\s*>([^<]*)<\/time\s*>/g;

const ZONES = /<span class="zone"\s*>UTC<\/span\s*>/g;

/**
 * Writes the moments of a page in the reader's own time zone; the attributes for machines stay in UTC. A clock time
 * names its day where that is another one than in UTC, because lists are divided by days of UTC.
 */
export function localTimes(page: string, timeZone: string): string {
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium' });
  const zone = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'short' });
  const local = (iso: string, text: string): string => {
    const at = parseInstant(iso);
    if (at === undefined) return text;
    const isClock = text.length <= 'hh:mm:ss'.length;
    if (isClock)
      return iso.startsWith(day.format(at)) ? clock.format(at) : `${day.format(at)} ${clock.format(at)}`;
    const name = zone.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
    return `${day.format(at)} ${clock.format(at)} ${name}`;
  };
  return page
    .replaceAll(
      MOMENTS,
      (_, iso: string, text: string) => `<time datetime="${iso}">${local(iso, text)}</time>`,
    )
    .replaceAll(ZONES, `<span class="zone">${timeZone}</span>`);
}
