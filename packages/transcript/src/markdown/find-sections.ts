import { createBlockScanner } from './block-scanner.ts';
import { frontMatterEnd } from './front-matter.ts';
import type { AskedLine } from './judge.ts';
import { BYTE_ORDER_MARK, type Line, linesOf } from './lines.ts';

/** A line worth asking about: what it would mean, and how it must stand to mean it. */
export interface Recognised<T> extends AskedLine {
  readonly meaning: T;
}

/** A part of a text that can be read without the rest, and the lines in it that are worth asking about. */
export interface Section<T> {
  readonly start: number;
  readonly end: number;
  /** How many quotes and list items are open at once, at most. */
  readonly depth: number;
  readonly lines: readonly (Recognised<T> & { readonly line: number })[];
}

/** How many of the last recognised lines, and sections with such, are sure to be looked at. */
const MAX_KEPT = 1_024;

/**
 * Cuts a text where a line starts afresh at the top level, and gives the sections that hold a line which
 * `recognise` picks out, in order.
 */
export function findSections<T>(
  text: string,
  recognise: (line: Line) => Recognised<T> | undefined,
): readonly Section<T>[] {
  const scanner = createBlockScanner();
  const sections: Section<T>[] = [];
  const bodyStart = frontMatterEnd(text);
  let start = Math.max(bodyStart, text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0);
  let depth = 0;
  let lines: (Recognised<T> & { line: number })[] = [];

  const cut = (end: number): void => {
    if (lines.length > 0) {
      keepLast(sections, { start, end, depth, lines });
      lines = [];
    }
    depth = 0;
    start = end;
  };

  for (const line of linesOf(text)) {
    if (line.start < bodyStart) continue;
    const content = text.slice(line.start, line.end);
    if (content === '') {
      scanner.feed(content);
      continue;
    }
    const startsAfresh = scanner.feed(content);
    if (startsAfresh && !isIndented(content)) cut(line.start);
    depth = Math.max(depth, scanner.depth());
    const recognised = recognise(line);
    if (recognised !== undefined) keepLast(lines, { ...recognised, line: line.number });
  }
  cut(text.length);
  return sections;
}

/** Adds to a list, and lets go of what is too far back to matter. */
function keepLast<T>(list: T[], item: T): void {
  list.push(item);
  if (list.length >= 2 * MAX_KEPT) list.splice(0, MAX_KEPT);
}

function isIndented(content: string): boolean {
  return content[0] === ' ' || content[0] === '\t';
}
