import { cutText } from './cut-text.ts';
import {
  type AskedSection,
  findSections,
  type Question,
  type Recognised,
  type Section,
} from './find-sections.ts';
import type { FindPlaces, MarkdownParser, LinePlace } from './line-place.ts';
import { lineEnd, nextLine } from './lines.ts';

/**
 * The limits of parsing for one message: the cost of all its sections (see `costOf`), and the quotes and list items
 * inside one another. Lines beyond them don't count as said. The slowest sections known take less than half of the
 * 100 ms that a message may take.
 */
export const READING_LIMITS = { maxCost: 16_384, maxDepth: 12 };

/** A candidate line, and where a reader sees it. */
export interface ReadLine<T> extends Recognised<T> {
  readonly place: LinePlace;
  /** Counted from 1. */
  readonly line: number;
}

/** How sections are read. */
export interface Reading {
  /** Called only if a section needs a parser, or if the message has no said signal. */
  readonly loadParser: () => MarkdownParser;
  /** Whether every line of a section is certainly said, so that no parser is needed for it. */
  readonly isPlain: (section: string) => boolean;
  /** Tags that a line may consist of; left out: those of our own loops. */
  readonly ownTags?: ReadonlySet<string>;
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
 * The lines that answer a question, each with its place, in order.
 *
 * Cuts the message into sections. Parses only those with a candidate line, last one first. A section beyond the limits
 * has no said lines.
 */
export function readLines<T>(text: string, question: Question<T>, reading: Reading): readonly ReadLine<T>[] {
  let left = READING_LIMITS.maxCost;
  const readable = readableWith(text);
  let findPlaces: FindPlaces | undefined;

  const read = Array.from(findSections(text, cutText(text), question), (section) => {
    const places = placesIn(section);
    const placeAt = (index: number): LinePlace =>
      typeof places === 'string' ? places : (places[index] ?? 'line of text');
    return section.lines.map((line, index) => ({ ...line, place: placeAt(index) }));
  });
  return withNumbers(text, read.toReversed().flat());

  function placesIn({ lines, ...section }: AskedSection<T>): LinePlace | readonly LinePlace[] {
    const source = text.slice(section.start, section.end);
    if (reading.isPlain(source)) return 'said';
    // The length alone rules most large sections out.
    const whole = source.length + PARSE_COST > left ? '' : readable(section, source);
    const cost = costOf(whole, section.depth);
    if (whole === '' || cost > left) return 'section too long to parse';
    left -= cost;
    findPlaces ??= reading.loadParser().findPlacesWithRemark;
    const asked = lines.map(({ start, end }) => ({ start: start - section.start, end: end - section.start }));
    return findPlaces(whole, asked, reading.ownTags);
  }
}

/** Whether a reader sees the line as said. */
export function isSaid({ place }: { readonly place: LinePlace }): boolean {
  return place === 'said';
}

/** The cost of parsing a section, in characters of plain prose. */
export function costOf(source: string, depth: number): number {
  const lines = source.match(LINE_ENDS)?.length ?? 0;
  const marks = source.match(MARKS)?.length ?? 0;
  return PARSE_COST + source.length + LINE_COST * lines * (1 + depth) + MARK_COST * marks;
}

/**
 * The parser's input for a section. A section with brackets needs the link definitions of the other sections; its own
 * the parser finds itself. Empty if there are too many, or if the section is nested too deep.
 */
function readableWith(text: string): (section: Section, source: string) => string {
  let found: { readonly labels: ReturnType<typeof definitionLabels> } | undefined;
  return ({ start, end, depth }, source) => {
    if (depth > READING_LIMITS.maxDepth) return '';
    if (!source.includes('[')) return source;
    found ??= { labels: definitionLabels(text) };
    if (found.labels === undefined) return '';
    const others = found.labels.filter((one) => one.end < start || one.end >= end);
    return source + [...new Set(others.map(({ label }) => `\n\n[${label}]: x`))].join('');
  };
}

function withNumbers<T>(text: string, read: readonly Omit<ReadLine<T>, 'line'>[]): ReadLine<T>[] {
  let line = 1;
  let end = lineEnd(text, 0);
  return read.map((one) => {
    for (; end < one.start; end = lineEnd(text, nextLine(text, end))) line += 1;
    return { ...one, line };
  });
}

const MAX_LABEL = 999;
const LABEL_MARKS = /\\[^]|\[|\]:?/g;
/** More definitions than anybody writes into one message. */
const MAX_DEFINITIONS = 256;

/** A text that could be the label of a link definition, and where it ends. */
export interface DefinitionLabel {
  readonly label: string;
  readonly end: number;
}

/**
 * Every text that could be the label of a link definition: more than there are, never fewer. Undefined where there are
 * too many to be looked at.
 */
export function definitionLabels(text: string): readonly DefinitionLabel[] | undefined {
  if (!text.includes(']:')) return [];
  const labels: DefinitionLabel[] = [];
  let open = -1;
  for (const { 0: mark, index } of text.matchAll(LABEL_MARKS)) {
    if (mark === '[') open = index;
    else if (mark.startsWith(']')) {
      if (open !== -1 && mark === ']:' && index - open <= MAX_LABEL + 1)
        labels.push({ label: text.slice(open + 1, index), end: index });
      if (labels.length > MAX_DEFINITIONS) return undefined;
      open = -1;
    }
  }
  return labels.filter(({ label }) => isLinkLabel(label));
}

/** A label without text defines nothing, and one that starts with a caret belongs to a footnote. */
function isLinkLabel(label: string): boolean {
  return label.trim() !== '' && !label.startsWith('^');
}
