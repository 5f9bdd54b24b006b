/**
 * The seven kinds of HTML block that CommonMark knows.
 * Kinds 1 to 5 run to their own closing text, over blank lines; 6 and 7 end at a blank line.
 */
export type HtmlBlockKind = 1 | 2 | 3 | 4 | 5 | 6 | 7;

const BLOCK_NAMES = /* @__PURE__ */ new Set(
  /* @__PURE__ */ (
    'address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt ' +
    'fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link ' +
    'main menu menuitem nav noframes ol optgroup option p param search section summary table tbody td tfoot th thead ' +
    'title tr track ul'
  ).split(' '),
);

const RAW_NAMES = new Set(['script', 'pre', 'textarea', 'style']);
const DECLARATION = /<![a-z]/iy;
const ENDS: Readonly<Record<1 | 2 | 3 | 4 | 5, RegExp>> = {
  1: /<\/(?:script|pre|textarea|style)>/gi,
  2: /-->/g,
  3: /\?>/g,
  4: />/g,
  5: /\]\]>/g,
};

const TAG_HEAD = /<\/?[a-z][a-z0-9-]*(?=[\s>]|\/>|$)/iy;
const ATTRIBUTE = /[ \t]+[a-z_:][\w:.-]*(?:[ \t]*=[ \t]*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?/iy;
const OPEN_TAG_TAIL = /[ \t]*\/?>[ \t]*$/y;
const CLOSE_TAG_TAIL = /[ \t]*>[ \t]*$/y;

/** The kind of HTML block that starts at `offset`, if one does. Kind 7 can't cut into a paragraph: the caller knows. */
export function htmlBlockAt(line: string, offset: number): HtmlBlockKind | undefined {
  switch (line[offset + 1]) {
    case '!':
      if (line.startsWith('<!--', offset)) return 2;
      if (line.startsWith('<![CDATA[', offset)) return 5;
      return matchesAt(DECLARATION, line, offset) ? 4 : undefined;
    case '?':
      return 3;
    default:
  }
  if (!matchesAt(TAG_HEAD, line, offset)) return undefined;
  const isClosing = line[offset + 1] === '/';
  const end = TAG_HEAD.lastIndex;
  const name = line.slice(offset + (isClosing ? 2 : 1), end).toLowerCase();
  if (BLOCK_NAMES.has(name)) return 6;
  if (RAW_NAMES.has(name) && !isClosing && line[end] !== '/') return 1;
  // Most lines that begin with a tag end with something else: one look costs less than a pattern.
  if (!line.trimEnd().endsWith('>')) return undefined;
  return (isClosing ? matchesAt(CLOSE_TAG_TAIL, line, end) : endsOpenTag(line, end)) ? 7 : undefined;
}

/** Whether a line, read from `offset`, holds the text that ends an HTML block of kinds 1 to 5. */
export function endsHtmlBlock(kind: HtmlBlockKind, line: string, offset: number): boolean {
  if (kind >= 6) return false;
  const end = ENDS[kind as 1 | 2 | 3 | 4 | 5];
  end.lastIndex = offset;
  return end.test(line);
}

/** Whether nothing but attributes and the end of a tag stand behind its name. */
function endsOpenTag(line: string, nameEnd: number): boolean {
  // Attribute by attribute, so that no pattern has two ways to read the same white space.
  let at = nameEnd;
  while (matchesAt(ATTRIBUTE, line, at)) at = ATTRIBUTE.lastIndex;
  return matchesAt(OPEN_TAG_TAIL, line, at);
}

function matchesAt(pattern: RegExp, line: string, offset: number): boolean {
  pattern.lastIndex = offset;
  return pattern.test(line);
}
