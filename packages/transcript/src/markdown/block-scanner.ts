import {
  breakTailStart,
  closesFence,
  type Fence,
  fenceAt,
  isHeadingAt,
  isSetextUnderlineAt,
  isThematicBreakAt,
  listMarkerAt,
  looksLikeDelimiterRow,
} from './block-starts.ts';
import { endsHtmlBlock, htmlBlockAt, type HtmlBlockKind } from './html-block.ts';
import {
  indentOf,
  isBlank,
  isSpaceOrTab,
  type LineCursor,
  skipColumns,
  skipIndent,
  startLine,
} from './line-cursor.ts';

/** Follows the block structure of Markdown line by line, in time linear in what it is fed. */
export interface BlockScanner {
  /**
   * Reads the next line, given without its line ending, and answers whether it begins a block at the top level,
   * so that nothing above it decides how it is read. Never a guess: where two readings of the lines above are
   * possible, the answer is no from there on.
   */
  feed(line: string): boolean;
  /** How many quotes and list items are open around the line that was fed last. */
  depth(): number;
}

type Container =
  | { readonly kind: 'quote' }
  | { readonly kind: 'item'; readonly contentColumns: number; isEmpty: boolean };

type Leaf =
  | { readonly kind: 'paragraph'; mayDefine: boolean; mayBeTable: boolean }
  | { readonly kind: 'fence'; readonly fence: Fence }
  | { readonly kind: 'html'; readonly html: HtmlBlockKind }
  | { readonly kind: 'indented' };

/** What a line adds where its containers end: a container with more to come, a block, or nothing but text. */
type Start = 'container' | 'block' | 'text';

const CODE_INDENT = 4;
/** Deeper than anybody nests quotes and lists. What lies deeper isn't followed, and nothing below it is sure. */
const MAX_OPEN = 256;
const INDENTED_CODE: Leaf = { kind: 'indented' };
const QUOTE: Container = { kind: 'quote' };

/** Creates a scanner that stands before the first line of a document. */
export function createBlockScanner(): BlockScanner {
  const open: Container[] = [];
  let leaf: Leaf | undefined;
  let firstQuote = Number.POSITIVE_INFINITY;
  let isSure = true;

  // Of the line that is being read: how many containers go on, how many it has after what was opened so far,
  // and whether it stands in a paragraph, or could go on one lazily.
  let depth = 0;
  let isInParagraph = false;
  let mayBeLazy = false;
  let startsAfresh = false;
  let breakTail = 0;

  function feed(line: string): boolean {
    startsAfresh = false;
    const at = startLine(line);
    if (isBlank(at)) feedBlank();
    else feedText(at);
    return isSure && startsAfresh;
  }

  /** A blank line leaves quotes, and an item that holds nothing; asked of all at once, however many are open. */
  function feedBlank(): void {
    const last = open.at(-1);
    const matched = Math.min(
      firstQuote,
      last?.kind === 'item' && last.isEmpty ? open.length - 1 : open.length,
    );
    if (matched < open.length || leaf?.kind === 'paragraph') truncate(matched);
    else if (leaf?.kind === 'html' && leaf.html >= 6) leaf = undefined;
  }

  function feedText(at: LineCursor): void {
    depth = matchContainers(at);
    if (depth === open.length && continuesLeaf(at)) return;
    isInParagraph = leaf?.kind === 'paragraph' && depth === open.length && !isBlank(at);
    mayBeLazy = leaf?.kind === 'paragraph' && depth < open.length;
    breakTail = breakTailStart(at.line);
    if (isInParagraph && leaf?.kind === 'paragraph' && leaf.mayBeTable && cutsTable(at)) isSure = false;

    let start: Start = 'container';
    while (start === 'container' && !isBlank(at) && open.length < MAX_OPEN) start = startBlock(at);
    if (open.length === MAX_OPEN) isSure = false;
    if (start === 'block') return;
    if (isBlank(at)) truncate(depth);
    else addText(at);
  }

  function matchContainers(at: LineCursor): number {
    let matched = 0;
    for (const container of open) {
      if (container.kind === 'quote') {
        if (indentOf(at) >= CODE_INDENT || at.line[at.textStart] !== '>') break;
        skipQuoteMarker(at);
      } else if (isBlank(at)) {
        if (container.isEmpty) break;
      } else {
        if (indentOf(at) < container.contentColumns) break;
        skipColumns(at, container.contentColumns);
      }
      matched += 1;
    }
    return matched;
  }

  /** Whether the open fence, HTML or code takes the line as its own. */
  function continuesLeaf(at: LineCursor): boolean {
    if (leaf?.kind === 'fence') {
      if (indentOf(at) < CODE_INDENT && closesFence(leaf.fence, at.line, at.textStart)) leaf = undefined;
      return true;
    }
    if (leaf?.kind === 'html') {
      const isOver = leaf.html >= 6 ? isBlank(at) : endsHtmlBlock(leaf.html, at.line, at.offset);
      if (isOver) leaf = undefined;
      return true;
    }
    return leaf?.kind === 'indented' && (isBlank(at) || indentOf(at) >= CODE_INDENT);
  }

  function startBlock(at: LineCursor): Start {
    if (indentOf(at) >= CODE_INDENT) {
      return isInParagraph || mayBeLazy ? 'text' : beginBlock(INDENTED_CODE);
    }
    const { line, textStart } = at;
    switch (line[textStart]) {
      case '>':
        return beginQuote(at);
      case '#':
        return isHeadingAt(line, textStart) ? beginBlock(undefined) : 'text';
      case '`':
      case '~': {
        const fence = fenceAt(line, textStart);
        return fence === undefined ? 'text' : beginBlock({ kind: 'fence', fence });
      }
      case '<':
        return startHtml(line, textStart);
      case '=':
      case '-':
        if (isInParagraph && isSetextUnderlineAt(line, textStart)) return underline();
        break;
      default:
    }
    if (isThematicBreakAt(line, textStart, breakTail)) return beginBlock(undefined);
    return startItem(at);
  }

  function startHtml(line: string, offset: number): Start {
    const html = htmlBlockAt(line, offset);
    // A lone tag can't cut into a paragraph.
    if (html === undefined || (html === 7 && (isInParagraph || mayBeLazy))) return 'text';
    return beginBlock(endsHtmlBlock(html, line, offset) ? undefined : { kind: 'html', html });
  }

  function underline(): Start {
    // If the paragraph is nothing but link definitions, this underlines nothing and means something else.
    if (leaf?.kind === 'paragraph' && leaf.mayDefine) isSure = false;
    leaf = undefined;
    return 'block';
  }

  function startItem(at: LineCursor): Start {
    const marker = listMarkerAt(at.line, at.textStart);
    if (marker === undefined) return 'text';
    const isEmpty = isBlankFrom(at.line, at.textStart + marker.length);
    if (isInParagraph && (isEmpty || !marker.canInterruptParagraph)) return 'text';
    begin();
    open.push({ kind: 'item', contentColumns: skipListMarker(at, marker.length), isEmpty: true });
    depth = open.length;
    return 'container';
  }

  function beginQuote(at: LineCursor): Start {
    begin();
    skipQuoteMarker(at);
    firstQuote = Math.min(firstQuote, open.length);
    open.push(QUOTE);
    depth = open.length;
    return 'container';
  }

  function beginBlock(next: Leaf | undefined): Start {
    begin();
    leaf = next;
    return 'block';
  }

  /** Something new starts in the innermost container that goes on: what was open beyond it is over. */
  function begin(): void {
    if (depth === 0) startsAfresh = true;
    truncate(depth);
    isInParagraph = false;
    mayBeLazy = false;
    const last = open.at(-1);
    if (last?.kind === 'item') last.isEmpty = false;
  }

  function addText(at: LineCursor): void {
    if (leaf?.kind !== 'paragraph' || !(isInParagraph || mayBeLazy)) {
      begin();
      leaf = { kind: 'paragraph', mayDefine: at.line.includes(']:'), mayBeTable: false };
      return;
    }
    // In a paragraph, or lazily in one: whatever is open stays open.
    if (at.line.includes(']:')) leaf.mayDefine = true;
    if (looksLikeDelimiterRow(at.line, at.textStart)) leaf.mayBeTable = true;
  }

  function truncate(length: number): void {
    open.length = length;
    if (firstQuote >= length) firstQuote = Number.POSITIVE_INFINITY;
    leaf = undefined;
  }

  return { feed, depth: () => open.length };
}

/** Whether a line ends a table though it wouldn't end a paragraph, or the other way round. */
function cutsTable(at: LineCursor): boolean {
  if (indentOf(at) >= CODE_INDENT) return true;
  const { line, textStart } = at;
  const marker = listMarkerAt(line, textStart);
  if (marker === undefined) return line[textStart] === '<' || isSetextUnderlineAt(line, textStart);
  return !marker.canInterruptParagraph || isBlankFrom(line, textStart + marker.length);
}

function skipQuoteMarker(at: LineCursor): void {
  skipIndent(at);
  skipColumns(at, 1);
  if (isSpaceOrTab(at.line.charCodeAt(at.offset))) skipColumns(at, 1);
}

/** Consumes a list marker and the space after it; answers how many columns the item's content is indented. */
function skipListMarker(at: LineCursor, length: number): number {
  const markerIndent = indentOf(at);
  skipIndent(at);
  skipColumns(at, length);
  const space = indentOf(at);
  // Five columns or more are one of space and then code; none at all is an item that starts with a blank line.
  const padding = isBlank(at) || space > CODE_INDENT ? 1 : space;
  if (isBlank(at)) skipIndent(at);
  else skipColumns(at, padding);
  return markerIndent + length + padding;
}

function isBlankFrom(line: string, offset: number): boolean {
  for (let at = offset; at < line.length; at += 1) {
    if (!isSpaceOrTab(line.charCodeAt(at))) return false;
  }
  return true;
}
