import { html, Markup, type Piece } from './markup.ts';

/** A heading of any level, so that a run reads the same alone and among others. */
export function heading(level: number, id: string, className: string, content: Piece): Markup {
  const tag = new Markup(`h${Math.min(5, Math.max(1, level))}`);
  return html`<${tag} id="${id}" class="${className}">${content}</${tag}>`;
}
