/** A range of the source. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

const RAW_ELEMENT = /<(script|style|pre|textarea|title|template)(?=[\s>/])/iy;
const TAG_HEAD = /<\/?[a-z][a-z0-9-]*/iy;
const ATTRIBUTE_PART = /[^"'>]+|"[^"]*"|'[^']*'/y;

const ENDED_BY: readonly (readonly [start: string, end: string])[] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<!', '>'],
  ['<?', '?>'],
];

/**
 * The ranges of an HTML block that a reader doesn't see as its text: comments, declarations, elements whose
 * content is raw, and tags themselves. One that is never ended runs to the end.
 */
export function hiddenHtml(html: string): readonly Span[] {
  const spans: Span[] = [];
  let at = html.indexOf('<');
  while (at !== -1) {
    const end = hiddenEnd(html, at);
    if (end !== undefined) spans.push({ start: at, end });
    at = html.indexOf('<', end ?? at + 1);
  }
  return spans;
}

function hiddenEnd(html: string, at: number): number | undefined {
  const ended = ENDED_BY.find(([start]) => html.startsWith(start, at));
  if (ended !== undefined) return after(html, ended[1], at + ended[0].length);
  RAW_ELEMENT.lastIndex = at;
  const raw = RAW_ELEMENT.exec(html)?.[1];
  if (raw !== undefined) return after(html.toLowerCase(), `</${raw.toLowerCase()}`, at);
  return tagEnd(html, at);
}

function tagEnd(html: string, at: number): number | undefined {
  TAG_HEAD.lastIndex = at;
  if (!TAG_HEAD.test(html)) return undefined;
  let end = TAG_HEAD.lastIndex;
  ATTRIBUTE_PART.lastIndex = end;
  while (ATTRIBUTE_PART.test(html)) end = ATTRIBUTE_PART.lastIndex;
  return html[end] === '>' ? end + 1 : undefined;
}

function after(html: string, text: string, from: number): number {
  const found = html.indexOf(text, from);
  return found === -1 ? html.length : found + text.length;
}
