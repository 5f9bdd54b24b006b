import {
  breakTailStart,
  closesFence,
  type Fence,
  fenceAt,
  isBlankFrom,
  isHeadingAt,
  isSetextUnderlineAt,
  isThematicBreakAt,
  listMarkerAt,
  looksLikeDelimiterRow,
} from './block-starts.ts';
import { endsHtmlBlock, htmlBlockAt, type HtmlBlockKind } from './html-block.ts';
import {
  createLineCursor,
  indentOf,
  isBlank,
  isSpaceOrTab,
  type LineCursor,
  skipColumns,
  skipIndent,
  startLine,
} from './line-cursor.ts';

type Leaf =
  | { readonly kind: 'paragraph'; readonly start: number; mayBeTable: boolean }
  | { readonly kind: 'fence'; readonly fence: Fence }
  | { readonly kind: 'html'; readonly html: HtmlBlockKind }
  | { readonly kind: 'indented' };

/** The part of a line after its containers: another container, a block, or text. */
type Start = 'container' | 'block' | 'text';

const CODE_INDENT = 4;
/**
 * The deepest nesting of quotes and lists that is followed, more than people use. Lines below deeper nesting are
 * unsure.
 */
const MAX_OPEN = 256;
const INDENTED_CODE: Leaf = { kind: 'indented' };
/** Marks a quote among the indents of list items, which are two columns at least. */
const QUOTE = 0;

/** Follows the block structure of a Markdown text line by line, in linear time. */
export class BlockScanner {
  private readonly text: string;
  private readonly at: LineCursor;
  // The open containers, outermost first: the indent of each item, or the mark of a quote.
  private readonly columns = new Int32Array(MAX_OPEN);
  private readonly quotes = new Int32Array(MAX_OPEN);
  private open = 0;
  private openQuotes = 0;
  /** Whether the innermost container is an empty item. */
  private isEmptyItem = false;
  private leaf: Leaf | undefined = undefined;
  private isSure = true;

  // The start of the current line, and the number of its continuing containers.
  private lineStart = 0;
  private matched = 0;
  private startsAfresh = false;
  private breakTail = 0;

  /** Stands before the first line of the text. */
  constructor(text: string) {
    this.text = text;
    this.at = createLineCursor(text);
  }

  /** How many quotes and list items are open around the last line. */
  get depth(): number {
    return this.open;
  }

  /**
   * Reads the next line, from `start` to `end` without its line ending. Returns true if it begins a block at the top
   * level, independent of the lines above. Never guesses: if the lines above have two possible readings, the answer
   * is false from there on.
   */
  feed(start: number, end: number): boolean {
    this.startsAfresh = false;
    this.lineStart = start;
    startLine(this.at, start, end);
    this.matched = this.matchContainers();
    if (this.matched < this.open || !this.continuesLeaf()) {
      if (isBlank(this.at)) this.truncate(this.matched);
      else this.readStarts();
    }
    return this.isSure && this.startsAfresh;
  }

  private readStarts(): void {
    this.breakTail = breakTailStart(this.text, this.at.offset, this.at.end);
    const isRow = this.leaf?.kind === 'paragraph' && this.leaf.mayBeTable && this.matched === this.open;
    if (isRow && cutsTable(this.at)) this.isSure = false;

    let start: Start = 'container';
    while (start === 'container' && !isBlank(this.at) && this.open < MAX_OPEN) start = this.startBlock();
    if (this.open === MAX_OPEN) this.isSure = false;
    if (start === 'block') return;
    if (!isBlank(this.at)) this.addText();
  }

  /** Whether the line continues a paragraph, maybe lazily. */
  private isInParagraph(): boolean {
    return this.leaf?.kind === 'paragraph' && this.matched === this.open;
  }

  private matchContainers(): number {
    let matched = 0;
    let matchedQuotes = 0;
    for (; matched < this.open; matched += 1) {
      const contentColumns = this.columns[matched] ?? QUOTE;
      if (isBlank(this.at)) {
        // A blank line ends quotes and empty items.
        const next = matchedQuotes < this.openQuotes ? this.quotes[matchedQuotes] : undefined;
        return next ?? (this.isEmptyItem ? this.open - 1 : this.open);
      }
      if (contentColumns === QUOTE) {
        if (indentOf(this.at) >= CODE_INDENT || this.text[this.at.textStart] !== '>') break;
        skipQuoteMarker(this.at);
        matchedQuotes += 1;
      } else {
        if (indentOf(this.at) < contentColumns) break;
        skipColumns(this.at, contentColumns);
      }
    }
    return matched;
  }

  /** Whether the open fence, HTML or code takes the line as its own. */
  private continuesLeaf(): boolean {
    if (this.leaf?.kind === 'fence') {
      if (indentOf(this.at) < CODE_INDENT && closesFence(this.leaf.fence, this.text, this.at.textStart))
        this.leaf = undefined;
      return true;
    }
    if (this.leaf?.kind === 'html') {
      const isOver =
        this.leaf.html >= 6
          ? isBlank(this.at)
          : endsHtmlBlock(this.leaf.html, this.text.slice(this.at.offset, this.at.end), 0);
      if (isOver) this.leaf = undefined;
      return true;
    }
    return this.leaf?.kind === 'indented' && (isBlank(this.at) || indentOf(this.at) >= CODE_INDENT);
  }

  private startBlock(): Start {
    if (indentOf(this.at) >= CODE_INDENT) {
      return this.leaf?.kind === 'paragraph' ? 'text' : this.beginBlock(INDENTED_CODE);
    }
    const { textStart } = this.at;
    switch (this.text[textStart]) {
      case '>':
        return this.beginQuote();
      case '#':
        return isHeadingAt(this.text, textStart) ? this.beginBlock(undefined) : 'text';
      case '`':
      case '~': {
        const fence = fenceAt(this.text, textStart);
        return fence === undefined ? 'text' : this.beginBlock({ kind: 'fence', fence });
      }
      case '<':
        return this.startHtml(this.text.slice(textStart, this.at.end));
      case '=':
      case '-':
        if (this.isInParagraph() && isSetextUnderlineAt(this.text, textStart)) return this.underline();
        break;
      default:
    }
    if (isThematicBreakAt(this.text, textStart, this.breakTail)) return this.beginBlock(undefined);
    return this.startItem();
  }

  private startHtml(line: string): Start {
    const html = htmlBlockAt(line, 0);
    // A lone tag can't cut into a paragraph.
    if (html === undefined || (html === 7 && this.leaf?.kind === 'paragraph')) return 'text';
    return this.beginBlock(endsHtmlBlock(html, line, 0) ? undefined : { kind: 'html', html });
  }

  private underline(): Start {
    // If the paragraph is nothing but link definitions, this underlines nothing and means something else.
    if (this.leaf?.kind === 'paragraph' && this.text.slice(this.leaf.start, this.lineStart).includes(']:'))
      this.isSure = false;
    this.leaf = undefined;
    return 'block';
  }

  private startItem(): Start {
    const marker = listMarkerAt(this.text, this.at.textStart);
    if (marker === undefined) return 'text';
    const isEmpty = isBlankFrom(this.text, this.at.textStart + marker.length);
    if (this.isInParagraph() && (isEmpty || !marker.canInterruptParagraph)) return 'text';
    this.begin();
    this.openContainer(skipListMarker(this.at, marker.length));
    this.isEmptyItem = true;
    return 'container';
  }

  private beginQuote(): Start {
    this.begin();
    skipQuoteMarker(this.at);
    this.quotes[this.openQuotes] = this.open;
    this.openQuotes += 1;
    this.openContainer(QUOTE);
    return 'container';
  }

  private openContainer(contentColumns: number): void {
    this.columns[this.open] = contentColumns;
    this.open += 1;
    this.matched = this.open;
  }

  private beginBlock(next: Leaf | undefined): Start {
    this.begin();
    this.leaf = next;
    return 'block';
  }

  /** Starts a block in the innermost continuing container and closes the deeper ones. */
  private begin(): void {
    if (this.matched === 0) this.startsAfresh = true;
    this.truncate(this.matched);
    this.isEmptyItem = false;
  }

  private addText(): void {
    if (this.leaf?.kind !== 'paragraph') {
      this.begin();
      this.leaf = { kind: 'paragraph', start: this.lineStart, mayBeTable: false };
      return;
    }
    // In a paragraph, or lazily in one: all containers stay open.
    if (looksLikeDelimiterRow(this.text, this.at.textStart)) this.leaf.mayBeTable = true;
  }

  private truncate(length: number): void {
    if (length < this.open) this.isEmptyItem = false;
    this.open = length;
    while (this.openQuotes > 0 && (this.quotes[this.openQuotes - 1] ?? 0) >= length) this.openQuotes -= 1;
    this.leaf = undefined;
  }
}

/** Whether a line ends a table though it wouldn't end a paragraph, or the other way round. */
function cutsTable(at: LineCursor): boolean {
  if (indentOf(at) >= CODE_INDENT) return true;
  const { text, textStart } = at;
  const marker = listMarkerAt(text, textStart);
  if (marker === undefined) return text[textStart] === '<' || isSetextUnderlineAt(text, textStart);
  return !marker.canInterruptParagraph || isBlankFrom(text, textStart + marker.length);
}

function skipQuoteMarker(at: LineCursor): void {
  skipIndent(at);
  skipColumns(at, 1);
  if (isSpaceOrTab(at.text, at.offset)) skipColumns(at, 1);
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
