import { formatInstant } from '@loopwright/core';
import { Markup } from './markup.ts';

/** A moment for people and for machines. */
export function instant(at: number): Markup {
  return new Markup((moments) => `<time datetime="${formatInstant(at)}">${moments.instant(at)}</time>`);
}

/** A time of day for people, and its moment for machines. */
export function clock(at: number): Markup {
  return new Markup((moments) => `<time datetime="${formatInstant(at)}">${moments.clock(at)}</time>`);
}

/** The name of the zone in which the page writes its moments. */
export const zone: Markup = /* @__PURE__ */ new Markup(
  (moments) => `<span class="zone">${moments.zone}</span>`,
);
