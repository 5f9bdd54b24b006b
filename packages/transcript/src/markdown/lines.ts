/** One line of a text: where it starts, and where it ends before its line ending. */
export interface Line {
  readonly start: number;
  readonly end: number;
}

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

/** The first place from `from` on that is neither a space nor a tab, the only white space that blocks know. */
export function skipWhite(text: string, from: number): number {
  let at = from;
  while (isWhite(text, at)) at += 1;
  return at;
}

/** Where a range ends without the white space at its end. */
export function trimmedEnd(text: string, start: number, from: number): number {
  let end = from;
  while (end > start && isWhite(text, end - 1)) end -= 1;
  return end;
}

function isWhite(text: string, at: number): boolean {
  return text[at] === ' ' || text[at] === '\t';
}

const LIST_MARKER = /[ \t]*(?:[-+*]|\d{1,9}[.)])[ \t]+/y;

/** The part of a line that remains without list markers, the white space around it, and the mark of a hard break. */
export function askedText(text: string, line: Line): Line {
  let { start } = line;
  LIST_MARKER.lastIndex = start;
  while (LIST_MARKER.test(text)) start = LIST_MARKER.lastIndex;
  start = skipWhite(text, start);
  const end = trimmedEnd(text, start, line.end);
  return { start, end: text[end - 1] === '\\' ? trimmedEnd(text, start, end - 1) : end };
}
