import { html, type Markup, type Piece } from './markup.ts';

/** A heading of any level, so that a run reads the same alone and among others. */
export function heading(level: number, id: string, className: string, content: Piece): Markup {
  switch (Math.min(5, Math.max(1, level))) {
    case 1:
      return html`<h1 id="${id}" class="${className}">${content}</h1>`;
    case 2:
      return html`<h2 id="${id}" class="${className}">${content}</h2>`;
    case 3:
      return html`<h3 id="${id}" class="${className}">${content}</h3>`;
    case 4:
      return html`<h4 id="${id}" class="${className}">${content}</h4>`;
    default:
      return html`<h5 id="${id}" class="${className}">${content}</h5>`;
  }
}
