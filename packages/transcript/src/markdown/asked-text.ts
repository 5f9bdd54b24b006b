import type { Line } from './lines.ts';

const CONTAINER_MARKER = /[ \t]*(?:[-+*]|\d{1,9}[.)])[ \t]+/y;

/** The part of a line that remains without list markers, the white space around it, and the mark of a hard break. */
export function askedText(text: string, line: Line): { readonly start: number; readonly end: number } {
  let start = line.start;
  // Most lines that are asked about begin with a tag, and a pattern costs more than a look.
  if (text[start] !== '<') start = afterMarkers(text, line);
  while (start < line.end && isWhite(text, start)) start += 1;
  let end = trimmedEnd(text, start, line.end);
  if (text[end - 1] === '\\') end = trimmedEnd(text, start, end - 1);
  return { start, end };
}

function afterMarkers(text: string, line: Line): number {
  let start = line.start;
  CONTAINER_MARKER.lastIndex = start;
  while (CONTAINER_MARKER.test(text) && CONTAINER_MARKER.lastIndex < line.end) {
    start = CONTAINER_MARKER.lastIndex;
  }
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
