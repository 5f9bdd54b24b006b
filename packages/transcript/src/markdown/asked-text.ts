import { type Line, skipWhite, trimmedEnd } from './lines.ts';

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
