/** One line of a text: where it starts, and where it ends before its line ending. */
export interface Line {
  /** Counted from 1. */
  readonly number: number;
  readonly start: number;
  readonly end: number;
}

const LINE_FEED = 10;
const RETURN = 13;
/** May stand before the first line; it is no part of it. */
export const BYTE_ORDER_MARK = 0xfeff;

/** Yields every line of a text, ended by LF, CRLF or CR as Markdown knows them; a leading byte order mark is skipped. */
export function* linesOf(text: string): Generator<Line, void, undefined> {
  let start = text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0;
  let number = 1;
  for (let at = start; at <= text.length; at += 1) {
    const code = at === text.length ? LINE_FEED : text.charCodeAt(at);
    if (code !== LINE_FEED && code !== RETURN) continue;
    yield { number, start, end: at };
    if (code === RETURN && text.charCodeAt(at + 1) === LINE_FEED) at += 1;
    start = at + 1;
    number += 1;
  }
}
