/** A range of the source. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

const HIDDEN = new RegExp(
  [
    '<!--[^]*?(?:-->|$)',
    '<!\\[CDATA\\[[^]*?(?:\\]\\]>|$)',
    '<![^]*?(?:>|$)',
    '<\\?[^]*?(?:\\?>|$)',
    '<(script|style|pre|textarea|title|template)(?=[\\s>/])[^]*?(?:</\\1|$)',
    `</?[a-z][a-z0-9-]*(?:[^"'>]|"[^"]*"|'[^']*')*>`,
  ].join('|'),
  'gi',
);

/**
 * The ranges of an HTML block that a reader doesn't see as its text: comments, declarations, elements whose
 * content is raw, and tags themselves. One that is never ended runs to the end.
 */
export function hiddenHtml(html: string): readonly Span[] {
  return Array.from(html.matchAll(HIDDEN), ({ 0: hidden, index }) => ({
    start: index,
    end: index + hidden.length,
  }));
}
