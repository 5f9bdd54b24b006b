import { isSpaceOrTab } from './line-cursor.ts';
import { isLineEnd } from './lines.ts';

/** An open fence: its character and the minimum length of its closing fence. */
export interface Fence {
  readonly marker: '`' | '~';
  readonly length: number;
}

/** A list marker: how long it is, and whether it may cut into a paragraph. */
export interface ListMarker {
  readonly length: number;
  readonly canInterruptParagraph: boolean;
}

const MAX_DIGITS = 9;
const BULLET_MARKER: ListMarker = { length: 1, canInterruptParagraph: true };

/** Whether an ATX heading starts at `offset`. */
export function isHeadingAt(text: string, offset: number): boolean {
  const length = runLength(text, offset, '#');
  return length > 0 && length <= 6 && isMarkerEnd(text, offset + length);
}

/** The fence that opens at `offset`, if one does. */
export function fenceAt(text: string, offset: number): Fence | undefined {
  const marker = text[offset];
  if (marker !== '`' && marker !== '~') return undefined;
  const length = runLength(text, offset, marker);
  if (length < 3) return undefined;
  if (marker === '`') {
    for (let at = offset + length; !isLineEnd(text, at); at += 1) if (text[at] === '`') return undefined;
  }
  return { marker, length };
}

/** Whether the text at `offset` closes a fence. */
export function closesFence(fence: Fence, text: string, offset: number): boolean {
  const length = runLength(text, offset, fence.marker);
  return length >= fence.length && isBlankFrom(text, offset + length);
}

/** The list marker that stands at `offset`, if one does. */
export function listMarkerAt(text: string, offset: number): ListMarker | undefined {
  const first = text[offset] ?? '';
  if (first === '-' || first === '+' || first === '*') {
    return isMarkerEnd(text, offset + 1) ? BULLET_MARKER : undefined;
  }
  let end = offset;
  while (isDigit(text[end]) && end - offset < MAX_DIGITS) end += 1;
  if (end === offset || (text[end] !== '.' && text[end] !== ')')) return undefined;
  if (!isMarkerEnd(text, end + 1)) return undefined;
  return { length: end + 1 - offset, canInterruptParagraph: Number(text.slice(offset, end)) === 1 };
}

/** Whether the text at `offset` underlines a setext heading. */
export function isSetextUnderlineAt(text: string, offset: number): boolean {
  const marker = text[offset];
  if (marker !== '=' && marker !== '-') return false;
  return isBlankFrom(text, offset + runLength(text, offset, marker));
}

/** Whether a thematic break starts at `offset`; `tailStart` is `breakTailStart` of its line. */
export function isThematicBreakAt(text: string, offset: number, tailStart: number): boolean {
  if (offset < tailStart) return false;
  const marker = text[offset];
  let count = 0;
  for (let at = offset; !isLineEnd(text, at) && count < 3; at += 1) {
    if (text[at] === marker) count += 1;
  }
  return count === 3;
}

/** Where the longest tail of a line begins that is made of one break marker and white space only. */
export function breakTailStart(text: string, start: number, end: number): number {
  let at = end - 1;
  while (at >= start && isSpaceOrTab(text, at)) at -= 1;
  const marker = text[at];
  if (marker !== '*' && marker !== '-' && marker !== '_') return end;
  while (at >= start && (text[at] === marker || isSpaceOrTab(text, at))) at -= 1;
  return at + 1;
}

/** Whether the text at `offset` could be the delimiter row that makes a GFM table of the line above it. */
export function looksLikeDelimiterRow(text: string, offset: number): boolean {
  let hasDash = false;
  let hasMark = false;
  let at = offset;
  for (; !isLineEnd(text, at); at += 1) {
    const character = text[at];
    if (character === '-') hasDash = true;
    else if (character === '|' || character === ':') hasMark = true;
    else if (!isSpaceOrTab(text, at)) return false;
  }
  return hasDash && hasMark;
}

/** Whether nothing but white space stands from `offset` to the end of the line. */
export function isBlankFrom(text: string, offset: number): boolean {
  let at = offset;
  while (isSpaceOrTab(text, at)) at += 1;
  return isLineEnd(text, at);
}

function isMarkerEnd(text: string, at: number): boolean {
  return isLineEnd(text, at) || isSpaceOrTab(text, at);
}

function isDigit(character = ''): boolean {
  return character >= '0' && character <= '9';
}

function runLength(text: string, offset: number, marker: string): number {
  let at = offset;
  while (text[at] === marker) at += 1;
  return at - offset;
}
