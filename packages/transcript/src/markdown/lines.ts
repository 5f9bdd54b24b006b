/** One line of a text: where it starts, and where it ends before its line ending. */
export interface Line {
  readonly start: number;
  readonly end: number;
}

/** May stand before the first line; it is no part of it. */
export const BYTE_ORDER_MARK = 0xfeff;

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** Where the line ends that `from` lies in: at an LF, CRLF or CR as Markdown knows them, or with the text. */
export function lineEnd(text: string, from: number): number {
  let at = from;
  while (!isLineEnd(text, at)) at += 1;
  return at;
}

/** Where the line starts that `from` lies in. */
export function lineStart(text: string, from: number): number {
  let at = from;
  while (at > 0 && !isLineEnd(text, at - 1)) at -= 1;
  return at;
}

/** Where the line below one starts that ends at `end`; beyond the text if it is the last one. */
export function nextLine(text: string, end: number): number {
  const isPair = text.charCodeAt(end) === CARRIAGE_RETURN && text.charCodeAt(end + 1) === LINE_FEED;
  return isPair ? end + 2 : end + 1;
}

/** Whether a line ends at a place. */
export function isLineEnd(text: string, at: number): boolean {
  if (at >= text.length) return true;
  const code = text.charCodeAt(at);
  return code === LINE_FEED || code === CARRIAGE_RETURN;
}
