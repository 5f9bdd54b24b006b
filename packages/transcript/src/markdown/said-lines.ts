import { definitionLabels } from './definition-labels.ts';
import { type AskedSection, findSections, type Question, type Recognised } from './find-sections.ts';
import type { Judge } from './judge.ts';
import { lineEnd, nextLine } from './lines.ts';
import type { Outline, Section } from './outline.ts';

/** The limits of parsing for one message. Lines beyond them don't count as said. */
export interface ReadingLimits {
  /** The cost of parsing all sections of a message: see `costOf`. */
  readonly maxCost: number;
  /** Quotes and list items inside one another. */
  readonly maxDepth: number;
}

/** Figures under which the slowest sections known take less than half of the 100 ms that a message may take. */
export const READING_LIMITS: ReadingLimits = { maxCost: 16_384, maxDepth: 12 };

/** A line that a reader sees as said. */
export interface SaidLine<T> {
  /** Counted from 1. */
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly meaning: T;
}

/** The dependencies of the reading. */
export interface Reading {
  /** Where a text can be cut. */
  readonly outlineOf: (text: string) => Outline;
  /** Called at most once a message, and only if a section needs a parser. */
  readonly loadJudge: () => Judge;
  readonly limits: ReadingLimits;
  /** Whether every line of a section is certainly said, so that no parser is needed for it. */
  readonly isPlain: (section: string) => boolean;
}

/** The cost of starting the parser, in characters that it could read in that time. */
const PARSE_COST = 1_024;
/** The cost, in such characters, of a line and of each quote or item that continues on it. */
const LINE_COST = 64;
/** The cost of a character that can start or end an inline construct. */
const MARK_COST = 64;
const LINE_ENDS = /\r\n?|\n/g;
const MARKS = /[[\]!*_`<>&\\~|]/g;

/**
 * The lines that answer a question and that a reader of the Markdown sees as said, in order.
 *
 * Splits the message into sections at lines that begin a top-level block. Parses only sections with a candidate line,
 * last one first, until the result is `enough`. `limits` bounds the cost: a section beyond them has no said lines.
 */
export function readSaidLines<T>(
  text: string,
  question: Question<T>,
  reading: Reading,
  isEnough: (said: readonly Recognised<T>[]) => boolean = () => false,
): readonly SaidLine<T>[] {
  let left = reading.limits.maxCost;
  const readable = readableWith(text, reading.limits.maxDepth);
  let judge: Judge | undefined;
  const said: (readonly Recognised<T>[])[] = [];

  for (const section of findSections(text, reading.outlineOf(text), question)) {
    const source = text.slice(section.start, section.end);
    let lines = section.lines;
    if (!reading.isPlain(source)) {
      // The length alone rules most large sections out.
      if (source.length + PARSE_COST > left) continue;
      const whole = readable(section, source);
      const cost = costOf(whole, section.depth);
      if (whole === '' || cost > left) continue;
      left -= cost;
      judge ??= reading.loadJudge();
      lines = judgeSection(section, whole, judge);
    }
    said.push(lines);
    if (isEnough(lines)) break;
  }
  return withNumbers(text, said.toReversed().flat());
}

/** The cost of parsing a section, in characters of plain prose. */
export function costOf(source: string, depth: number): number {
  const lines = source.match(LINE_ENDS)?.length ?? 0;
  const marks = source.match(MARKS)?.length ?? 0;
  return PARSE_COST + source.length + LINE_COST * lines * (1 + depth) + MARK_COST * marks;
}

function judgeSection<T>(section: AskedSection<T>, source: string, judge: Judge): Recognised<T>[] {
  const asked = section.lines.map(({ start, end, readAs }) => ({
    start: start - section.start,
    end: end - section.start,
    readAs,
  }));
  const answers = judge(source, asked);
  return section.lines.filter((_, index) => answers[index]);
}

/**
 * The parser's input for a section. A section with brackets needs all link definitions of the document. Empty if the
 * section is unsure or nested too deep.
 */
function readableWith(text: string, maxDepth: number): (section: Section, source: string) => string {
  let definitions: { readonly source: string | undefined } | undefined;
  return (section, source) => {
    if (section.depth > maxDepth) return '';
    if (!source.includes('[')) return source;
    definitions ??= { source: definitionsOf(text) };
    return definitions.source === undefined ? '' : source + definitions.source;
  };
}

function definitionsOf(text: string): string | undefined {
  return definitionLabels(text)
    ?.map((label) => `\n\n[${label}]: x`)
    .join('');
}

function withNumbers<T>(text: string, said: readonly Recognised<T>[]): SaidLine<T>[] {
  let line = 1;
  let end = lineEnd(text, 0);
  return said.map(({ start, end: ownEnd, meaning }) => {
    for (; end < start; end = lineEnd(text, nextLine(text, end))) line += 1;
    return { line, start, end: ownEnd, meaning };
  });
}
