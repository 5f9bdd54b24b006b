import { formatInstant } from '@loopwright/core';
import { instantText } from '../text/moments.ts';
import { html, type Markup } from './markup.ts';

/** A moment for people and for machines. */
export function instant(at: number): Markup {
  return html`<time datetime="${formatInstant(at)}">${instantText(at)}</time>`;
}
