import { lineEnd, nextLine, skipWhite, trimmedEnd } from '../markdown/lines.ts';
import type { Markers } from './markers.ts';

/**
 * A line that is certainly part of a paragraph: no block starts with a letter or a character beyond ASCII, nor with
 * the markers of a status block. And none with code, HTML, links or struck text, which may continue beyond the line.
 */
const PLAIN_PROSE = /^(?:[A-Za-z\u0080-\uffff]|---LOOP_STATUS---|---END_STATUS---)[^`<[~]*$/;

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
    if (skipWhite(section, start) >= end) {
      isOver = true;
      continue;
    }
    // Text after a blank line that starts no new section is indented, so the parser must read it.
    if (isOver) return false;
    const tag = section[start] === '<' ? section.slice(start, trimmedEnd(section, start, end)) : '';
    if (start === 0) isOwnBlock = ownTags.has(tag);
    if (lines.has(tag) || ownTags.has(tag)) continue;
    const line = section.slice(start, end);
    if (isOwnBlock ? line.includes('<') : !PLAIN_PROSE.test(line)) return false;
  }
  return true;
}
