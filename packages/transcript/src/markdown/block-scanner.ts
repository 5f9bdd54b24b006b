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
  /** Reads the next line, given without its line ending. */
  feed(line: string): LineStructure;
}

/** What the block structure makes of one line. */
export interface LineStructure {
  /**
   * Whether the line begins a block at the top level, so that nothing above it decides how it is read. Never a
   * guess: where two readings of the lines above are possible, the answer is no from there on.
   */
  readonly startsAfresh: boolean;
  /** How many quotes and list items are open around it. */
  readonly depth: number;
}

type Container =
  | { readonly kind: 'quote' }
  | { readonly kind: 'item'; readonly contentColumns: number; isEmpty: boolean };

type Leaf =
  | { readonly kind: 'paragraph'; mayDefine: boolean; mayBeTable: boolean }
  | { readonly kind: 'fence'; readonly fence: Fence }
  | { readonly kind: 'html'; readonly html: HtmlBlockKind }
  | { readonly kind: 'indented' };

const CODE_INDENT = 4;
const MAY_BE_SPECIAL = new Set('#`~*+_=<>0123456789-'.split(''));

/** Creates a scanner that stands before the first line of a document. */
export function createBlockScanner(): BlockScanner {
  const open: Container[] = [];
  let leaf: Leaf | undefined;
  let firstQuote = Number.POSITIVE_INFINITY;
  let isSure = true;
  let startsAfresh = false;

  function feed(line: string): LineStructure {
    const at = startLine(line);
    const matched = isBlank(at) ? matchBlank() : matchContainers(at);
    startsAfresh = false;
    if (matched < open.length || !continuesLeaf(at)) startBlocks(at, matched);
    return { startsAfresh: isSure && startsAfresh, depth: open.length };
  }

  /** A blank line leaves quotes and items that hold nothing; asked of all at once, however many are open. */
  function matchBlank(): number {
    const last = open.at(-1);
    const end = last?.kind === 'item' && last.isEmpty ? open.length - 1 : open.length;
    return Math.min(firstQuote, end);
  }

  function matchContainers(at: LineCursor): number {
    let matched = 0;
    for (const container of open) {
      const indent = indentOf(at);
      if (container.kind === 'quote') {
        if (indent >= CODE_INDENT || at.line[at.textStart] !== '>') break;
        skipQuoteMarker(at);
      } else if (isBlank(at)) {
        if (container.isEmpty) break;
        skipIndent(at);
      } else {
        if (indent < container.contentColumns) break;
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
      if (leaf.html >= 6 && isBlank(at)) {
        leaf = undefined;
        return true;
      }
      if (endsHtmlBlock(leaf.html, at.line, at.offset)) leaf = undefined;
      return true;
    }
    if (leaf?.kind === 'indented') return isBlank(at) || indentOf(at) >= CODE_INDENT;
    return false;
  }

  function startBlocks(at: LineCursor, matched: number): void {
    // A paragraph that is still open and whose containers all go on; what follows would have to cut into it.
    let paragraph = matched === open.length && leaf?.kind === 'paragraph' && !isBlank(at) ? leaf : undefined;
    let depth = matched;
    const hadParagraph = leaf?.kind === 'paragraph';
    const tailStart = breakTailStart(at.line);
    if (paragraph?.mayBeTable && cutsTableElsewhere(at)) isSure = false;

    const close = (): void => {
      if (depth === 0) startsAfresh = true;
      truncate(depth);
      paragraph = undefined;
      const last = open.at(-1);
      if (last?.kind === 'item') last.isEmpty = false;
    };

    while (!isBlank(at)) {
      const { line, textStart } = at;
      const mayBeLazy = depth === matched && hadParagraph && matched < open.length;
      if (indentOf(at) >= CODE_INDENT) {
        if (paragraph !== undefined || mayBeLazy) break;
        close();
        leaf = { kind: 'indented' };
        return;
      }
      if (!MAY_BE_SPECIAL.has(line[textStart] ?? '')) break;

      if (line[textStart] === '>') {
        close();
        skipQuoteMarker(at);
        firstQuote = Math.min(firstQuote, open.length);
        open.push({ kind: 'quote' });
        depth = open.length;
        continue;
      }
      if (isHeadingAt(line, textStart)) return close();
      const fence = fenceAt(line, textStart);
      if (fence !== undefined) {
        close();
        leaf = { kind: 'fence', fence };
        return;
      }
      const html = htmlBlockAt(line, textStart);
      if (html !== undefined && (html < 7 || (paragraph === undefined && !mayBeLazy))) {
        close();
        if (!endsHtmlBlock(html, line, textStart)) leaf = { kind: 'html', html };
        return;
      }
      if (paragraph !== undefined && isSetextUnderlineAt(line, textStart)) {
        // If the paragraph is nothing but link definitions, this underlines nothing and means something else.
        if (paragraph.mayDefine) isSure = false;
        leaf = undefined;
        return;
      }
      if (isThematicBreakAt(line, textStart, tailStart)) return close();
      const marker = listMarkerAt(line, textStart);
      if (marker === undefined) break;
      const isEmpty = isBlankFrom(line, textStart + marker.length);
      if (paragraph !== undefined && (isEmpty || !marker.canInterruptParagraph)) break;
      close();
      open.push({ kind: 'item', contentColumns: skipListMarker(at, marker.length), isEmpty: true });
      depth = open.length;
    }
    addText(at, depth, hadParagraph, close);
  }

  function truncate(depth: number): void {
    open.length = depth;
    if (firstQuote >= depth) firstQuote = Number.POSITIVE_INFINITY;
    leaf = undefined;
  }

  function addText(at: LineCursor, depth: number, hadParagraph: boolean, close: () => void): void {
    if (isBlank(at)) {
      truncate(depth);
      return;
    }
    if (leaf?.kind === 'paragraph' && hadParagraph) {
      // In a paragraph, or lazily in one: whatever is open stays open.
      if (at.line.includes(']:')) leaf.mayDefine = true;
      if (looksLikeDelimiterRow(at.line.slice(at.textStart))) leaf.mayBeTable = true;
      return;
    }
    close();
    leaf = { kind: 'paragraph', mayDefine: at.line.includes(']:'), mayBeTable: false };
  }

  return { feed };
}

/** Lines that a table ends at and a paragraph doesn't: the two readings part here. */
function cutsTableElsewhere(at: LineCursor): boolean {
  if (indentOf(at) >= CODE_INDENT) return true;
  const { line, textStart } = at;
  const marker = listMarkerAt(line, textStart);
  if (marker !== undefined)
    return !marker.canInterruptParagraph || isBlankFrom(line, textStart + marker.length);
  return line[textStart] === '<' || isSetextUnderlineAt(line, textStart);
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
