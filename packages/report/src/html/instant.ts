import { formatInstant } from '@loopwright/core';
import { Markup } from './markup.ts';

/** A moment for people and for machines. */
export function instant(at: number): Markup {
  return new Markup((moments) => `<time datetime="${formatInstant(at)}">${moments.text(at)}</time>`);
}

/** A time of day for people, and its moment for machines. It names its day where that is another one than in UTC. */
export function clock(at: number): Markup {
  return new Markup((moments) => {
    const moment = moments.at(at);
    const utc = formatInstant(at);
    const day = utc.startsWith(moment.day) ? '' : `${moment.day} `;
    return `<time datetime="${utc}">${day}${moment.clock}</time>`;
  });
}

/** The name of the zone in which the page writes its moments. */
export const zone: Markup = /* @__PURE__ */ new Markup(
  (moments) => `<span class="zone">${moments.zone}</span>`,
);
