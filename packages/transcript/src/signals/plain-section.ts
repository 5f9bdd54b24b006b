import { trimmedEnd } from '../markdown/asked-text.ts';
import { isBlankFrom } from '../markdown/block-starts.ts';
import { lineEnd, nextLine } from '../markdown/lines.ts';
import type { Markers } from './markers.ts';

/** Lines that are prose though they begin with a character of Markdown. */
const STATUS_LINES = ['---LOOP_STATUS---', '---END_STATUS---'];

/**
 * Whether every line of a section is certainly said, so that the parser isn't needed.
 *
 * True for the two usual forms of signals. One is a paragraph whose other lines are plain prose. The other is a block
 * from `<loop-complete>` to the next blank line without another opening tag (an HTML block of kind 7). False means
 * unsure.
 */
export function isPlainSection({ lines, ownTags }: Markers, section: string): boolean {
  let isOwnBlock = false;
  let isOver = false;
  for (let start = 0, end = 0; start < section.length; start = nextLine(section, end)) {
    end = lineEnd(section, start);
    if (isBlankFrom(section, start)) {
      isOver = true;
      continue;
    }
    // Text after a blank line that starts no new section is indented, so the parser must read it.
    if (isOver) return false;
    const tag = section[start] === '<' ? section.slice(start, trimmedEnd(section, start, end)) : '';
    if (start === 0) isOwnBlock = ownTags.has(tag);
    if (lines.has(tag) || ownTags.has(tag)) continue;
    if (isOwnBlock ? section.slice(start, end).includes('<') : !isPlainProse(section, start, end))
      return false;
  }
  return true;
}

/** Whether a line is certainly part of a paragraph, and no construct in it continues beyond the line. */
function isPlainProse(section: string, start: number, end: number): boolean {
  if (!isLetter(section, start) && !STATUS_LINES.some((marker) => section.startsWith(marker, start)))
    return false;
  for (let at = start; at < end; at += 1) {
    const character = section[at];
    // Code, HTML, links, struck text.
    if (character === '`' || character === '<' || character === '[' || character === '~') return false;
  }
  return true;
}

/** A letter or a character beyond ASCII: no block starts with one. */
function isLetter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0x80 || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
}
