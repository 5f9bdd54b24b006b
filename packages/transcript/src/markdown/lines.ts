/** One line of a text: where it starts, and where it ends before its line ending. */
export interface Line {
  /** Counted from 1. */
  readonly number: number;
  readonly start: number;
  readonly end: number;
}

const LINE_FEED = 10;

/** May stand before the first line; it is no part of it. */
export const BYTE_ORDER_MARK = 0xfeff;

/** Yields every line of a text, ended by LF, CRLF or CR as Markdown knows them; a leading byte order mark is skipped. */
export function* linesOf(text: string): Generator<Line, void, undefined> {
  let start = text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0;
  let feed = indexOrEnd(text, '\n', start);
  let carriage = indexOrEnd(text, '\r', start);
  for (let number = 1; start <= text.length; number += 1) {
    const end = Math.min(feed, carriage);
    yield { number, start, end };
    start = end + 1;
    if (end === carriage && text.charCodeAt(start) === LINE_FEED) start += 1;
    if (feed < start) feed = indexOrEnd(text, '\n', start);
    if (carriage < start) carriage = indexOrEnd(text, '\r', start);
  }
}

function indexOrEnd(text: string, character: string, from: number): number {
  const found = text.indexOf(character, from);
  return found === -1 ? text.length : found;
}
