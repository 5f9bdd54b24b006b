import type { Heading, Nodes, Paragraph, PhrasingContent } from 'mdast';
import { parseWithRemark } from './remark-parser.ts';
import type { AskedLine, FindPlaces, LinePlace } from './line-place.ts';
import { isLineEnd, skipWhite, trimmedEnd } from './lines.ts';

type TextBlock = Paragraph | Heading;
/** A piece of a text block that holds no other piece that matters: text, code, a tag, a whole link. */
type Piece = Exclude<PhrasingContent, { type: 'emphasis' | 'strong' }>;

const TAG = /^<(\/?)([a-z][a-z0-9-]*)[^]*?(\/?)>$/i;
const OWN_TAGS: ReadonlySet<string> = new Set(['<loop-complete>', '</loop-complete>']);
const FIRST_LINE = /^[^\r\n]*/;

/** Blocks whose text is shown, never said. */
const SHOWN_BLOCKS: Readonly<Partial<Record<Nodes['type'], LinePlace>>> = {
  blockquote: 'quote',
  code: 'code block',
  definition: 'link',
  footnoteDefinition: 'footnote',
  table: 'table',
};
/** Parts of a text that show theirs. */
const SHOWN_PIECES: Readonly<Partial<Record<Piece['type'], LinePlace>>> = {
  delete: 'struck passage',
  image: 'link',
  imageReference: 'link',
  inlineCode: 'code span',
  link: 'link',
  linkReference: 'link',
};

/** Has remark parse the Markdown and looks at where each line ended up in the tree. */
export const findPlacesWithRemark: FindPlaces = (markdown, lines, ownTags = OWN_TAGS) => {
  const root = parseWithRemark(markdown);
  return lines.map((line) => {
    const block = findBlock(root, line);
    if (block?.type === 'html') return placeInHtml(markdown, block, line, ownTags);
    if (block?.type === 'paragraph' || block?.type === 'heading')
      return placeInText(markdown, block, line, ownTags);
    return (block && SHOWN_BLOCKS[block.type]) ?? 'line of text';
  });
};

/** The innermost block that holds the line. Lists are running text; the content of other containers is only shown. */
function findBlock(root: Nodes, line: AskedLine): Nodes | undefined {
  let block: Nodes | undefined = root;
  while (block?.type === 'root' || block?.type === 'list' || block?.type === 'listItem') {
    block = (block.children as Nodes[]).find((child) => holds(child, line));
  }
  return block;
}

/** HTML is markup, so it says nothing, but for the block that our own tag starts: there text is text. */
function placeInHtml(
  markdown: string,
  block: Nodes,
  line: AskedLine,
  ownTags: ReadonlySet<string>,
): LinePlace {
  const start = startOf(block);
  const html = markdown.slice(start, endOf(block));
  const isOwn = ownTags.has(FIRST_LINE.exec(html)?.[0].trim() ?? '');
  if (html.startsWith('<!--')) return 'comment';
  if (!isOwn || !isBlankAfter(markdown, line.end)) return 'block of HTML';
  if (start !== line.start && !isBlankBefore(markdown, line.start)) return 'block of HTML';
  const from = line.start - start;
  const to = line.end - start;
  const isShown = hiddenHtml(html).some(
    (span) => span.end > from && span.start < to && (span.start < from || span.end > to),
  );
  return isShown ? 'block of HTML' : 'said';
}

function placeInText(
  markdown: string,
  block: TextBlock,
  line: AskedLine,
  ownTags: ReadonlySet<string>,
): LinePlace {
  if (!hasLineToItself(markdown, block, line)) return block.type === 'heading' ? 'heading' : 'line of text';
  const pieces = piecesOf(block.children);
  const own = pieces.filter((piece) => startOf(piece) < line.end && endOf(piece) > line.start);
  const shown = own.find(
    (piece) => piece.type !== 'text' && piece.type !== 'break' && !isInside(piece, line),
  );
  if (shown) return SHOWN_PIECES[shown.type] ?? 'line of text';
  if (isEnclosed(pieces, line, ownTags)) return 'pair of tags';
  const [first, last] = [own[0], own.at(-1)];
  // A tag that a line is known by must be read as a tag, and end where the line ends.
  const isCut = first?.type === 'html' && (startOf(first) !== line.start || last?.type !== 'html');
  return first === undefined || isCut ? 'line of text' : 'said';
}

function hasLineToItself(markdown: string, block: TextBlock, line: AskedLine): boolean {
  if (startOf(block) !== line.start && !isBlankBefore(markdown, line.start)) return false;
  if (isBlankAfter(markdown, line.end)) return true;
  // Only the mark of a hard break may follow on the line.
  return piecesOf(block.children).some(
    (piece) => piece.type === 'break' && startOf(piece) === skipWhite(markdown, line.end),
  );
}

function isInside(piece: Piece, line: AskedLine): boolean {
  return startOf(piece) >= line.start && endOf(piece) <= line.end;
}

/** Whether an element opens before the line, in the same text, and closes after it. */
function isEnclosed(pieces: readonly Piece[], line: AskedLine, ownTags: ReadonlySet<string>): boolean {
  const openBefore: string[] = [];
  for (const piece of pieces) {
    if (piece.type !== 'html' || isInside(piece, line)) continue;
    const [, slash, name, selfClosing] = TAG.exec(piece.value) ?? [];
    if (name === undefined || selfClosing === '/' || ownTags.has(piece.value)) continue;
    const opened = openBefore.lastIndexOf(name.toLowerCase());
    if (startOf(piece) < line.start) {
      if (slash === '') openBefore.push(name.toLowerCase());
      else if (opened !== -1) openBefore.length = opened;
    } else if (slash === '/' && opened !== -1) return true;
  }
  return false;
}

/** The pieces of a text in order; emphasis is taken apart, everything else stays whole. */
function piecesOf(children: readonly PhrasingContent[]): Piece[] {
  return children.flatMap((child) =>
    child.type === 'emphasis' || child.type === 'strong' ? piecesOf(child.children) : [child],
  );
}

function holds(node: Nodes, line: AskedLine): boolean {
  return startOf(node) <= line.start && endOf(node) >= line.end;
}

function isBlankBefore(markdown: string, at: number): boolean {
  const before = trimmedEnd(markdown, 0, at);
  return before === 0 || isLineEnd(markdown, before - 1);
}

function isBlankAfter(markdown: string, at: number): boolean {
  return isLineEnd(markdown, skipWhite(markdown, at));
}

/** Remark gives every node of a parsed document a position; without one, a node is nowhere. */
function startOf(node: Nodes): number {
  return node.position?.start.offset ?? Number.NaN;
}

function endOf(node: Nodes): number {
  return node.position?.end.offset ?? Number.NaN;
}

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
