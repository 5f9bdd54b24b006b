import type { Heading, Nodes, Paragraph, PhrasingContent } from 'mdast';
import { parseWithRemark } from './remark-parser.ts';
import { hiddenHtml } from './hidden-html.ts';
import type { AskedLine, Judge } from './judge.ts';

type TextBlock = Paragraph | Heading;
/** A piece of a text block that holds no other piece that matters: text, code, a tag, a whole link. */
type Piece = Exclude<PhrasingContent, { type: 'emphasis' | 'strong' }>;

interface Place {
  readonly block: Nodes;
  /** From the outermost in; only those that could change how the line is read. */
  readonly containers: readonly Nodes[];
}

const TAG = /^<(\/?)([a-z][a-z0-9-]*)[^]*?(\/?)>$/i;
const OWN_BLOCK = /^[ \t]*<\/?loop-complete>[ \t]*(?:\r\n|\n|\r|$)/;

/** A judge that has remark parse the Markdown and looks at where each line ended up in the tree. */
export const judgeWithRemark: Judge = (markdown, lines) => {
  const root = parseWithRemark(markdown);
  return lines.map((line) => {
    const place = findPlace(root, line);
    if (place === undefined || !mayStandIn(place, line)) return false;
    const { block } = place;
    if (block.type === 'html') return isSaidInHtml(markdown, startOf(block), endOf(block), line);
    if (block.type !== 'paragraph' && block.type !== 'heading') return false;
    return hasLineToItself(markdown, block, line) && isSaidInText(block, line);
  });
};

/** The innermost block that holds the line, and the containers around it. */
function findPlace(root: Nodes, line: AskedLine): Place | undefined {
  const containers: Nodes[] = [];
  let block: Nodes = root;
  while (block.type === 'root' || block.type === 'list' || block.type === 'listItem') {
    if (block.type === 'listItem') containers.push(block);
    const inner: Nodes | undefined = (block.children as Nodes[]).find((child) => holds(child, line));
    if (inner === undefined) return undefined;
    block = inner;
  }
  return { block, containers };
}

function mayStandIn({ block, containers }: Place, line: AskedLine): boolean {
  const item = containers.at(-1);
  if (item === undefined || line.readAs === 'closing') return true;
  if (line.readAs !== 'alone' || item.type !== 'listItem') return false;
  const shown = item.children.filter((child) => child.type !== 'definition');
  return shown.length === 1 && startOf(block) === line.start && endOf(block) === line.end;
}

/** HTML is markup, so it says nothing, but for the block that our own tag starts: there text is text. */
function isSaidInHtml(markdown: string, start: number, end: number, line: AskedLine): boolean {
  const html = markdown.slice(start, end);
  if (!OWN_BLOCK.test(html) || !isBlankAfter(markdown, line.end)) return false;
  if (start !== line.start && !isBlankBefore(markdown, line.start)) return false;
  const from = line.start - start;
  const to = line.end - start;
  return hiddenHtml(html).every(
    (span) => span.end <= from || span.start >= to || (span.start >= from && span.end <= to),
  );
}

function hasLineToItself(markdown: string, block: TextBlock, line: AskedLine): boolean {
  if (startOf(block) !== line.start && !isBlankBefore(markdown, line.start)) return false;
  if (isBlankAfter(markdown, line.end)) return true;
  // Only the mark of a hard break may follow on the line.
  return piecesOf(block.children).some(
    (piece) => piece.type === 'break' && startOf(piece) === afterWhite(markdown, line.end),
  );
}

function isSaidInText(block: TextBlock, line: AskedLine): boolean {
  const pieces = piecesOf(block.children);
  const own = pieces.filter((piece) => startOf(piece) < line.end && endOf(piece) > line.start);
  const [first, last] = [own[0], own.at(-1)];
  if (first === undefined || last === undefined || isEnclosed(pieces, line)) return false;
  // A tag that a line is known by must be read as a tag, and end where the line ends.
  if (first.type === 'html' && (startOf(first) !== line.start || last.type !== 'html')) return false;
  return own.every((piece) => piece.type === 'text' || piece.type === 'break' || isInside(piece, line));
}

function isInside(piece: Piece, line: AskedLine): boolean {
  return startOf(piece) >= line.start && endOf(piece) <= line.end;
}

/** Whether an element opens before the line, in the same text, and closes after it. */
function isEnclosed(pieces: readonly Piece[], line: AskedLine): boolean {
  const openBefore: string[] = [];
  for (const piece of pieces) {
    if (piece.type !== 'html' || isInside(piece, line)) continue;
    const [, slash, name, selfClosing] = TAG.exec(piece.value) ?? [];
    if (name === undefined || selfClosing === '/' || name === 'loop-complete') continue;
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
  let before = at - 1;
  while (before >= 0 && isWhite(markdown, before)) before -= 1;
  return before < 0 || isLineEnd(markdown, before);
}

function isBlankAfter(markdown: string, at: number): boolean {
  const next = afterWhite(markdown, at);
  return next >= markdown.length || isLineEnd(markdown, next);
}

function afterWhite(markdown: string, at: number): number {
  let next = at;
  while (next < markdown.length && isWhite(markdown, next)) next += 1;
  return next;
}

function isWhite(text: string, at: number): boolean {
  return text[at] === ' ' || text[at] === '\t';
}

function isLineEnd(text: string, at: number): boolean {
  return text[at] === '\n' || text[at] === '\r';
}

/** Remark gives every node of a parsed document a position; without one, a node is nowhere. */
function startOf(node: Nodes): number {
  return node.position?.start.offset ?? Number.NaN;
}

function endOf(node: Nodes): number {
  return node.position?.end.offset ?? Number.NaN;
}
