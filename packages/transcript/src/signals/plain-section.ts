import { linesOf } from '../markdown/lines.ts';
import { OWN_LINES, OWN_TAGS } from './own-lines.ts';

/** Characters by which Markdown can reach over a line's end: code, HTML, links, struck text. */
const REACHES_OVER_LINES = /[`<[~]/;
/** Text that can't be anything but a paragraph: it starts with a letter or with a character beyond ASCII. */
const STARTS_AS_PROSE = /^(?:[A-Za-z\u0080-\uffff]|---(?:LOOP_STATUS|END_STATUS)---)/;

/**
 * Whether every line of a section is certainly said, so that no parser need be asked.
 *
 * True for the two shapes in which signals are really written: a paragraph whose other lines are plain prose,
 * and one block from `<loop-complete>` down to the next blank line (an HTML block of kind 7, which nothing
 * but a blank line ends) in which no other tag opens. False means only: ask.
 */
export function isPlainSection(section: string): boolean {
  let isOwnBlock = false;
  let isFirst = true;
  let isOver = false;
  for (const { start, end } of linesOf(section)) {
    const line = trimEnd(section.slice(start, end));
    if (line === '') {
      isOver = true;
      continue;
    }
    // Text after a blank line that didn't start a section of its own is indented: somebody else must read it.
    if (isOver) return false;
    if (isFirst) isOwnBlock = OWN_TAGS.has(line);
    isFirst = false;
    if (OWN_LINES.has(line)) continue;
    if (isOwnBlock ? line.includes('<') : !isPlainProse(line)) return false;
  }
  return true;
}

function isPlainProse(line: string): boolean {
  return STARTS_AS_PROSE.test(line) && !REACHES_OVER_LINES.test(line);
}

function trimEnd(line: string): string {
  let end = line.length;
  while (end > 0 && (line[end - 1] === ' ' || line[end - 1] === '\t')) end -= 1;
  return line.slice(0, end);
}
