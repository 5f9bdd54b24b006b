import { lineEnd, nextLine, skipWhite } from './lines.ts';

/** A place where a text can be cut: what follows, down to the next cut, reads alone as in the whole. */
export interface Cut {
  readonly start: number;
  /** How many quotes and list items may be open at once in it: an upper bound. */
  readonly depth: number;
}

/** A block that goes on over blank lines: a fence, or HTML with its own end. */
interface Lasting {
  readonly columns: number;
  readonly end: string | RegExp;
}

const CODE_COLUMNS = 4;
/** The first characters of lines that may open a container, and of fences and HTML. */
const CONTAINER_STARTS = '>-+*0123456789';
const LASTING_STARTS = '`~<';
const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;
const CLOSING_FENCE = /^[ \t]*(`{3,}|~{3,})[ \t]*$/;
/** HTML blocks of CommonMark's kinds 1 to 5. */
const LASTING_HTML: readonly (readonly [start: RegExp, end: RegExp])[] = [
  [/^ {0,3}<(?:script|pre|style|textarea)(?=[ \t>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^ {0,3}<!--/, /-->/],
  [/^ {0,3}<\?/, /\?>/],
  [/^ {0,3}<![a-z]/i, />/],
  [/^ {0,3}<!\[CDATA\[/, /\]\]>/],
];
/** Headings and items with text cut into every paragraph and table. Up to this length they are read together. */
const MAX_JOINED = 1_024;
const CUTS_IN = /^(?:#{1,6}(?=[ \t]|$)|[-+*][ \t]+[^ \t])/;
/** More markers are too deep in any case. */
const MARKERS = /^(?:[ \t]*(?:>|[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$))){1,64}/;

/**
 * Cuts a text at unindented lines that certainly begin a block: below a blank line, or as a heading or an item,
 * outside of fences and HTML. From the first line on that has two possible readings, it never cuts again.
 */
export function cutText(text: string): readonly Cut[] {
  const start = bodyStart(text);
  let cut = { start, depth: 0 };
  const cuts = [cut];
  let lasting: Lasting | undefined;
  let isBelowBlank = false;
  // HTML of kinds 6 and 7 may be open, down to the next blank line.
  let isBelowTag = false;
  let isSure = true;
  for (let at = start, end = 0; at < text.length; at = nextLine(text, end)) {
    end = lineEnd(text, at);
    const textAt = skipWhite(text, at);
    if (textAt >= end) {
      isBelowBlank = true;
      isBelowTag = false;
      continue;
    }
    const line = text.slice(at, end);
    const columns = columnsOf(line, textAt - at);
    const first = text[textAt] ?? '';
    const cutsIn = at - cut.start > MAX_JOINED && !isBelowTag && CUTS_IN.test(line);
    if ((isBelowBlank || cutsIn) && columns === 0 && isSure && !lasting)
      cuts.push((cut = { start: at, depth: 0 }));
    if (CONTAINER_STARTS.includes(first) && lasting?.columns !== 0)
      cut.depth = Math.max(cut.depth, depthOf(line));
    isBelowBlank = false;
    if (!isSure) continue;

    if (lasting) {
      const isEnded = ends(line, columns, lasting);
      isSure = isEnded !== undefined;
      if (isEnded) lasting = undefined;
      continue;
    }
    if (LASTING_STARTS.includes(first)) lasting = lastingAt(line, columns);
    if (lasting && isBelowTag) isSure = false;
    isBelowTag ||= first === '<' && columns < CODE_COLUMNS;
  }
  return cuts;
}

function lastingAt(line: string, columns: number): Lasting | undefined {
  const fence = FENCE.exec(line)?.[1];
  if (fence !== undefined) return { columns, end: fence };
  const html = LASTING_HTML.find(([start]) => start.test(line));
  return html && !html[1].test(line) ? { columns, end: html[1] } : undefined;
}

/** Whether a line ends a block; undefined if that depends on whether the block stands in an item. */
function ends(line: string, columns: number, lasting: Lasting): boolean | undefined {
  if (columns < lasting.columns) return undefined;
  if (typeof lasting.end !== 'string') return lasting.end.test(line);
  if (!CLOSING_FENCE.exec(line)?.[1]?.startsWith(lasting.end)) return false;
  if (columns < CODE_COLUMNS) return true;
  return lasting.columns > 0 ? undefined : false;
}

function columnsOf(line: string, indent: number): number {
  if (indent === 0) return 0;
  return line.slice(0, indent).includes('\t') ? CODE_COLUMNS : Math.min(indent, CODE_COLUMNS);
}

/** How many quotes and items are open on a line at most: its markers, and items that its indent continues. */
function depthOf(line: string): number {
  let depth = 0;
  let isInItem = false;
  for (const character of MARKERS.exec(line)?.[0] ?? '') {
    if (character === '>') depth += 1;
    // An item is indented by two columns or more; a tab may be four.
    else if (character === ' ' || character === '\t') depth += isInItem ? 0 : character === ' ' ? 0.5 : 2;
    else {
      isInItem = true;
      if (character < '0' || character > '9') depth += 1;
    }
  }
  return Math.floor(depth);
}

const BYTE_ORDER_MARK = 0xfeff;

/**
 * Where a document starts behind a byte order mark and front matter.
 *
 * Front matter is a first line of `---` or `+++`, text right below it, and a later line like the first. With a
 * blank line below, the first line is a thematic break: messages do begin with one, and end with another.
 */
export function bodyStart(text: string): number {
  const first = text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0;
  const fence = text.slice(first, first + 3);
  if (fence !== '---' && fence !== '+++') return first;
  const firstEnd = lineEnd(text, first);
  if (!isFence(first, firstEnd)) return first;
  const second = nextLine(text, firstEnd);
  if (text.slice(second, lineEnd(text, second)).trimEnd() === '') return first;
  for (let start = second; start < text.length;) {
    const end = lineEnd(text, start);
    if (isFence(start, end)) return end;
    start = nextLine(text, end);
  }
  return first;

  function isFence(start: number, end: number): boolean {
    return text.startsWith(fence, start) && text.slice(start, end).trimEnd() === fence;
  }
}
