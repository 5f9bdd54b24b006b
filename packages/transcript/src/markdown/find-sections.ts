import type { Cut } from './cut-text.ts';
import type { AskedLine } from './line-place.ts';
import { type Line, lineEnd, lineStart } from './lines.ts';

/** A question about the lines of a text. */
export interface Question<T> {
  /** Each candidate line contains one of these. */
  readonly words: readonly string[];
  /** The meaning that a line has when said; undefined if it isn't a candidate. */
  readonly recognise: (text: string, line: Line) => Recognised<T> | undefined;
}

/** A candidate line and the meaning that it has when said. */
export interface Recognised<T> extends AskedLine {
  readonly meaning: T;
}

/** The text between two cuts. */
export interface Section extends Cut {
  readonly end: number;
}

/** A section with its candidate lines. */
export interface AskedSection<T> extends Section {
  readonly lines: readonly Recognised<T>[];
}

/** The most candidate lines, counted from the end; real messages have fewer. */
const MAX_LINES = 1_024;

/** The sections of a text with a candidate line, last one first. */
export function* findSections<T>(
  text: string,
  cuts: readonly Cut[],
  { words, recognise }: Question<T>,
): Generator<AskedSection<T>, void, undefined> {
  const lineAbove = linesUpwards(text, words, cuts[0]?.start ?? 0);
  let left = MAX_LINES;
  let line = lineAbove(text.length);
  let end = text.length;
  for (const cut of cuts.toReversed()) {
    const lines: Recognised<T>[] = [];
    while (line !== undefined && line.start >= cut.start && left > 0) {
      const recognised = recognise(text, line);
      if (recognised !== undefined) {
        lines.push(recognised);
        left -= 1;
      }
      line = lineAbove(line.start);
    }
    if (lines.length > 0) yield { ...cut, end, lines: lines.toReversed() };
    end = cut.start;
  }
}

/** Finds the last line with one of the words, from `first` down to a given place. */
function linesUpwards(
  text: string,
  words: readonly string[],
  first: number,
): (before: number) => Line | undefined {
  const found = words.map((word) => ({ word, place: text.length }));
  return (before) => {
    for (const one of found) {
      if (one.place >= before) one.place = before === 0 ? -1 : text.lastIndexOf(one.word, before - 1);
    }
    const last = Math.max(...found.map(({ place }) => place));
    if (last < first) return undefined;
    return { start: Math.max(first, lineStart(text, last)), end: lineEnd(text, last) };
  };
}
