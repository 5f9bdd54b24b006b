import { BlockScanner } from './block-scanner.ts';
import { frontMatterEnd } from './front-matter.ts';
import { BYTE_ORDER_MARK, lineEnd, nextLine } from './lines.ts';

/** A part of a text that can be read without the rest. */
export interface Section {
  readonly start: number;
  readonly end: number;
  /** How many quotes and list items are open at once, at most. */
  readonly depth: number;
}

/** Where a text can be cut. */
export interface Outline {
  /** Where the first section starts: behind a byte order mark and front matter. */
  readonly start: number;
  /** The section that a place lies in. */
  sectionAt(place: number): Section;
}

const MAX_DEPTH = 254;

/** Cuts a text wherever a line starts afresh at the top level. */
export function outlineOf(text: string): Outline {
  const first = Math.max(frontMatterEnd(text), text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0);
  // For each place of the text 0, or how deep the section goes that starts there, and one more: a text may have half
  // a million of them, and a list of so many takes as long to make as the rest.
  const depths = new Uint8Array(text.length + 1);
  const scanner = new BlockScanner(text);
  let section = first;
  let depth = 0;
  for (let start = first, end = 0; start < text.length; start = nextLine(text, end)) {
    end = lineEnd(text, start);
    if (scanner.feed(start, end) && !isIndented(text, start)) {
      depths[section] = depth + 1;
      section = start;
      depth = 0;
    }
    depth = Math.min(MAX_DEPTH, Math.max(depth, scanner.depth));
  }
  depths[section] = depth + 1;

  function sectionAt(place: number): Section {
    let start = place;
    while (depths[start] === 0) start -= 1;
    let end = start + 1;
    while (end < text.length && depths[end] === 0) end += 1;
    return { start, end, depth: (depths[start] ?? 0) - 1 };
  }
  return { start: first, sectionAt };
}

function isIndented(text: string, start: number): boolean {
  return text[start] === ' ' || text[start] === '\t';
}
