import { instantText, isoText } from '../text/amounts.ts';
import { html, type Markup } from './markup.ts';

/** A moment for people and for machines. */
export function instant(at: number): Markup {
  return html`<time datetime="${isoText(at)}">${instantText(at)}</time>`;
}
