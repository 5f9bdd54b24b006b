import { type Moments, momentsIn, sanitize } from '@loopwright/core';

const NO_LIMIT = { maxLength: Number.POSITIVE_INFINITY, maxLines: Number.POSITIVE_INFINITY } as const;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** HTML made by templates of this package. Every text in it is clean and escaped. */
export class Markup {
  readonly #write: (moments: Moments) => string;

  /** Takes HTML as it stands, so only this package's own comes here: templates, moments, the style and the script. */
  constructor(html: string | ((moments: Moments) => string)) {
    this.#write = typeof html === 'string' ? () => html : html;
  }

  toString(moments = momentsIn()): string {
    return this.#write(moments);
  }
}

/** A value in a template. Texts and numbers are escaped; `undefined` and `false` write nothing. */
export type Piece = Markup | string | number | undefined | false | readonly Piece[];

/**
 * Builds HTML with inert texts: without invisible characters, and escaped for text and quoted attributes.
 *
 * @example String(html`<p title="${'"'}">${'<script>'}</p>`) // '<p title="&quot;">&lt;script&gt;</p>'
 */
export function html(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Markup {
  const parts = compactParts(strings);
  return new Markup((moments) => parts.map((part, index) => part + written(pieces[index], moments)).join(''));
}

const compacted = new WeakMap<TemplateStringsArray, readonly string[]>();

/** Templates are indented for those who read the source; a page with thousands of cells is better off without. */
function compactParts(strings: TemplateStringsArray): readonly string[] {
  const known = compacted.get(strings);
  if (known) return known;
  const parts = strings.map((part) => part.replaceAll(/\s*\n\s*(\/?>)/g, '$1').replaceAll(/\s*\n\s*/g, '\n'));
  compacted.set(strings, parts);
  return parts;
}

function written(piece: Piece, moments: Moments): string {
  if (piece === undefined || piece === false) return '';
  if (piece instanceof Markup) return piece.toString(moments);
  if (typeof piece === 'object') return piece.map((one) => written(one, moments)).join('');
  return escapeText(String(piece));
}

/** Makes a text inert in HTML, in text and in quoted attributes. */
export function escapeText(text: string): string {
  return sanitize(text, NO_LIMIT).replaceAll(/[&<>"']/g, (char) => ENTITIES[char] ?? '');
}
