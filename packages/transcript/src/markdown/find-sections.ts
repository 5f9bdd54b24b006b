import type { AskedLine } from './judge.ts';
import { type Line, lineEnd, lineStart } from './lines.ts';
import type { Outline, Section } from './outline.ts';

/** What is looked for in a text. */
export interface Question<T> {
  /** Each line that is worth asking about holds one of these. */
  readonly words: readonly string[];
  /** What a line would mean if it is said; undefined if it isn't worth asking about. */
  readonly recognise: (text: string, line: Line) => Recognised<T> | undefined;
}

/** A line worth asking about: what it would mean, and how it must stand to mean it. */
export interface Recognised<T> extends AskedLine {
  readonly meaning: T;
}

/** A section with the lines in it that are worth asking about. */
export interface AskedSection<T> extends Section {
  readonly lines: readonly Recognised<T>[];
}

/** How many of the last lines that are worth asking about are looked at: more than anybody writes. */
const MAX_LINES = 1_024;

/** The sections of a text that hold a line worth asking about, from the last one to the first. */
export function* findSections<T>(
  text: string,
  outline: Outline,
  { words, recognise }: Question<T>,
): Generator<AskedSection<T>, void, undefined> {
  const lineAbove = linesUpwards(text, words, outline.start);
  let left = MAX_LINES;
  let line = lineAbove(text.length);
  while (line !== undefined && left > 0) {
    const section = outline.sectionAt(line.start);
    const lines: Recognised<T>[] = [];
    while (line !== undefined && line.start >= section.start && left > 0) {
      const recognised = recognise(text, line);
      if (recognised !== undefined) {
        lines.push(recognised);
        left -= 1;
      }
      line = lineAbove(line.start);
    }
    if (lines.length > 0) yield { ...section, lines: lines.toReversed() };
  }
}

/** Finds, of the lines that start at `first` or below, the last one above a place that holds one of the words. */
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
