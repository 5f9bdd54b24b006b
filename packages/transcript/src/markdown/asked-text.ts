import type { Line } from './lines.ts';

const CONTAINER_MARKER = /[ \t]*(?:[-+*]|\d{1,9}[.)])[ \t]+/y;

/** The part of a line that remains without list markers, the white space around it, and the mark of a hard break. */
export function askedText(text: string, line: Line): { readonly start: number; readonly end: number } {
  let start = afterMarkers(text, line.start);
  while (isWhite(text, start)) start += 1;
  let end = trimmedEnd(text, start, line.end);
  if (text[end - 1] === '\\') end = trimmedEnd(text, start, end - 1);
  return { start, end };
}

function afterMarkers(text: string, lineStart: number): number {
  let start = lineStart;
  CONTAINER_MARKER.lastIndex = start;
  while (CONTAINER_MARKER.test(text)) start = CONTAINER_MARKER.lastIndex;
  return start;
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
