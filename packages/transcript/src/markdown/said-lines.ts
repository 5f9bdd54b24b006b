import { definitionLabels } from './definition-labels.ts';
import { findSections, type Recognised, type Section } from './find-sections.ts';
import type { Judge } from './judge.ts';
import type { Line } from './lines.ts';

/** What the parser may be given for one message. Beyond it a line is taken as not said. */
export interface ReadingLimits {
  /** Characters, all sections of a message together. */
  readonly maxParsed: number;
  /** Characters of those that can start or end an inline construct: what makes parsing slower than linear. */
  readonly maxMarks: number;
  /** Quotes and list items inside one another. */
  readonly maxDepth: number;
}

/** Figures under which the slowest section known takes about a third of the 100 ms that a message may take. */
export const READING_LIMITS: ReadingLimits = { maxParsed: 8_192, maxMarks: 1_024, maxDepth: 12 };

/** A line that a reader sees as said. */
export interface SaidLine<T> {
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly meaning: T;
}

/** What the reading depends on. */
export interface Reading {
  /** Called at most once a message, and only if a section needs a parser. */
  readonly loadJudge: () => Judge;
  readonly limits: ReadingLimits;
  /** Whether every line of a section is certainly said, so that no parser is needed for it. */
  readonly isPlain: (section: string) => boolean;
}

/** What starting the parser costs, in characters that it could read in that time. */
const PARSE_COST = 1_024;
const MARKS = /[[\]!*_`<>&\\~|:]/g;

/**
 * The lines that `recognise` picks out and that a reader of the Markdown sees as said, in order.
 *
 * The message is cut where a line starts afresh at the top level, and only sections with a recognised line are
 * parsed, last one first, until the lines from there on are `enough`. What they cost is bounded by `limits`: a section
 * beyond them says nothing.
 */
export function readSaidLines<T>(
  text: string,
  recognise: (line: Line) => Recognised<T> | undefined,
  reading: Reading,
  enough?: (said: readonly SaidLine<T>[]) => boolean,
): readonly SaidLine<T>[] {
  const left = { parsed: reading.limits.maxParsed, marks: reading.limits.maxMarks };
  const readable = readableWith(text, reading.limits.maxDepth);
  let judge: Judge | undefined;
  const said: SaidLine<T>[][] = [];

  for (const section of findSections(text, recognise).toReversed()) {
    if (enough?.(said.toReversed().flat())) break;
    const source = text.slice(section.start, section.end);
    if (reading.isPlain(source)) {
      said.push([...section.lines]);
      continue;
    }
    if (source.length + PARSE_COST > left.parsed) continue;
    const whole = readable(section, source);
    const cost = whole.length + PARSE_COST;
    const marks = whole.match(MARKS)?.length ?? 0;
    if (whole === '' || cost > left.parsed || marks > left.marks) continue;
    left.parsed -= cost;
    left.marks -= marks;
    judge ??= reading.loadJudge();
    said.push(judgeSection(section, whole, judge));
  }
  return said.toReversed().flat();
}

function judgeSection<T>(section: Section<T>, source: string, judge: Judge): SaidLine<T>[] {
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
function readableWith(text: string, maxDepth: number): (section: Section<unknown>, source: string) => string {
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
