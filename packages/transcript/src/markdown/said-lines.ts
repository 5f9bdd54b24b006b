import { definitionLabels } from './definition-labels.ts';
import { type AskedSection, findSections, type Question, type Recognised } from './find-sections.ts';
import type { Judge } from './judge.ts';
import { lineEnd, nextLine } from './lines.ts';
import type { Outline, Section } from './outline.ts';

/** What the parser may be given for one message. Beyond it a line is taken as not said. */
export interface ReadingLimits {
  /** What parsing may cost, all sections of a message together: see `costOf`. */
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

/** What the reading depends on. */
export interface Reading {
  /** Where a text can be cut. */
  readonly outlineOf: (text: string) => Outline;
  /** Called at most once a message, and only if a section needs a parser. */
  readonly loadJudge: () => Judge;
  readonly limits: ReadingLimits;
  /** Whether every line of a section is certainly said, so that no parser is needed for it. */
  readonly isPlain: (section: string) => boolean;
}

/** What starting the parser costs, in characters that it could read in that time. */
const PARSE_COST = 1_024;
/** What it costs, in such characters, to take up a line, or to go on with a quote or an item on that line. */
const LINE_COST = 64;
/** What a character costs that can start or end an inline construct. */
const MARK_COST = 64;
const LINE_ENDS = /\r\n?|\n/g;
const MARKS = /[[\]!*_`<>&\\~|]/g;

/**
 * The lines that answer a question and that a reader of the Markdown sees as said, in order.
 *
 * The message is cut where a line starts afresh at the top level, and only sections with a line worth asking about are
 * parsed, last one first, until what was said is `enough`. What they cost is bounded by `limits`: a section beyond
 * them says nothing.
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
      // Its length alone tells of most sections that they are too much.
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

/** What it takes to parse a section, in characters of plain prose. */
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
 * What a parser must be given to read a section as it stands in the text: with all link definitions, which may
 * stand anywhere in a document, if the section has brackets. Empty where that can't be said or is too deep.
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
