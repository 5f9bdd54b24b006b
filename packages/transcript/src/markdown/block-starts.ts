import { isSpaceOrTab } from './line-cursor.ts';

/** An open fence: what it is made of, and how long its closing fence must at least be. */
export interface Fence {
  readonly marker: '`' | '~';
  readonly length: number;
}

/** A list marker: how long it is, and whether it may cut into a paragraph. */
export interface ListMarker {
  readonly length: number;
  readonly canInterruptParagraph: boolean;
}

const HEADING = /#{1,6}(?=[ \t]|$)/y;
const ORDERED = /(\d{1,9})[.)](?=[ \t]|$)/y;
const BULLET_MARKER: ListMarker = { length: 1, canInterruptParagraph: true };
const SETEXT = /(?:=+|-+)[ \t]*$/y;
const DELIMITER_ROW = /[|:-][|: \t-]*$/y;

/** Whether an ATX heading starts at `offset`. */
export function isHeadingAt(line: string, offset: number): boolean {
  HEADING.lastIndex = offset;
  return HEADING.test(line);
}

/** The fence that opens at `offset`, if one does. */
export function fenceAt(line: string, offset: number): Fence | undefined {
  const marker = line[offset];
  if (marker !== '`' && marker !== '~') return undefined;
  const length = runLength(line, offset, marker);
  if (length < 3) return undefined;
  if (marker === '`' && line.includes('`', offset + length)) return undefined;
  return { marker, length };
}

/** Whether the text at `offset` closes a fence. */
export function closesFence(fence: Fence, line: string, offset: number): boolean {
  const length = runLength(line, offset, fence.marker);
  if (length < fence.length) return false;
  for (let at = offset + length; at < line.length; at += 1) {
    if (!isSpaceOrTab(line.charCodeAt(at))) return false;
  }
  return true;
}

/** The list marker that stands at `offset`, if one does. */
export function listMarkerAt(line: string, offset: number): ListMarker | undefined {
  const first = line[offset] ?? '';
  if (first === '-' || first === '+' || first === '*') {
    return isMarkerEnd(line, offset + 1) ? BULLET_MARKER : undefined;
  }
  if (first < '0' || first > '9') return undefined;
  ORDERED.lastIndex = offset;
  const digits = ORDERED.exec(line)?.[1];
  if (digits === undefined) return undefined;
  return { length: digits.length + 1, canInterruptParagraph: Number(digits) === 1 };
}

/** Whether the text at `offset` underlines a setext heading. */
export function isSetextUnderlineAt(line: string, offset: number): boolean {
  SETEXT.lastIndex = offset;
  return SETEXT.test(line);
}

/** Whether a thematic break starts at `offset`; `tailStart` is `breakTailStart(line)`. */
export function isThematicBreakAt(line: string, offset: number, tailStart: number): boolean {
  if (offset < tailStart) return false;
  const marker = line[offset];
  if (marker !== '*' && marker !== '-' && marker !== '_') return false;
  let count = 0;
  for (let at = offset; at < line.length && count < 3; at += 1) {
    if (line[at] === marker) count += 1;
  }
  return count === 3;
}

/** Where the longest tail of a line begins that is made of one break marker and white space only. */
export function breakTailStart(line: string): number {
  let at = line.length - 1;
  while (at >= 0 && isSpaceOrTab(line.charCodeAt(at))) at -= 1;
  const marker = line[at];
  if (marker !== '*' && marker !== '-' && marker !== '_') return line.length;
  while (at >= 0 && (line[at] === marker || isSpaceOrTab(line.charCodeAt(at)))) at -= 1;
  return at + 1;
}

/** Whether the text at `offset` could be the delimiter row that makes a GFM table of the line above it. */
export function looksLikeDelimiterRow(line: string, offset: number): boolean {
  DELIMITER_ROW.lastIndex = offset;
  return DELIMITER_ROW.test(line) && line.includes('-', offset) && /[|:]/.test(line);
}

function isMarkerEnd(line: string, at: number): boolean {
  return at >= line.length || isSpaceOrTab(line.charCodeAt(at));
}

function runLength(line: string, offset: number, marker: string): number {
  let at = offset;
  while (line[at] === marker) at += 1;
  return at - offset;
}
