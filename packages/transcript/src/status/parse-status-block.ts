import { askedText, type Line } from '../markdown/lines.ts';
import type { Question, Recognised } from '../markdown/find-sections.ts';
import { isSaid, type ReadLine, type Reading, readLines } from '../markdown/said-lines.ts';
import { parseObject } from '../json/untrusted.ts';

/** The fields of a status block, by their names in the message. */
export type StatusField = 'EXIT_SIGNAL' | 'CRITERIA' | 'STUCK_COUNT' | 'NEXT';

/** A problem with a field. The field is then absent; the other fields are read. */
export interface StatusProblem {
  readonly field: StatusField;
  /**
   * - `missing`: the block has no said line of that name.
   * - `repeated`: the field occurs more than once, so its value is unclear.
   * - `malformed`: the value has the wrong form.
   * - `too-large`: the value is over the size limit.
   */
  readonly code: 'missing' | 'repeated' | 'malformed' | 'too-large';
  /** The criterion whose value is not a boolean, where one is to blame. */
  readonly criterion?: string;
}

/** A said status block, complete from its first marker to its last. */
export interface StatusBlock {
  /** The line of `---LOOP_STATUS---`, counted from 1. */
  readonly line: number;
  readonly exitSignal: boolean | undefined;
  /** Which criteria are reported as met; a map, because any name may be a criterion's, `__proto__` too. */
  readonly criteria: ReadonlyMap<string, boolean>;
  readonly stuckCount: number | undefined;
  readonly next: string | undefined;
  readonly problems: readonly StatusProblem[];
}

type StatusPart =
  | { readonly part: 'start' | 'end' }
  | { readonly part: 'field'; readonly field: StatusField };

const START = '---LOOP_STATUS---';
const END = '---END_STATUS---';
const MARKERS: ReadonlyMap<string, 'start' | 'end'> = new Map([
  [START, 'start'],
  [END, 'end'],
]);
const FIELD = /(EXIT_SIGNAL|CRITERIA|STUCK_COUNT|NEXT)[ \t]*:/y;
const STATUS_QUESTION: Question<StatusPart> = {
  words: ['_STATUS---', 'EXIT_SIGNAL', 'CRITERIA', 'STUCK_COUNT', 'NEXT'],
  recognise: recogniseStatus,
};
const MAX_NEXT = 2_000;
const STUCK_COUNT = /^\d{1,6}$/;

/** Whether a message could contain a status block: a search for fixed strings that loads nothing. False is certain. */
export function mayContainStatusBlock(markdown: string): boolean {
  const start = markdown.indexOf(START);
  return start !== -1 && markdown.includes(END, start);
}

/** Parses the last complete status block of a message with a given way of reading Markdown. */
export function parseStatusBlockWith(reading: Reading, markdown: string): StatusBlock | undefined {
  if (!mayContainStatusBlock(markdown)) return undefined;
  const lines = readLines(markdown, STATUS_QUESTION, reading);
  const block = lastBlock(lines.filter(isSaid));
  return block === undefined ? undefined : toStatusBlock(markdown, block);
}

function recogniseStatus(text: string, line: Line): Recognised<StatusPart> | undefined {
  const { start, end } = askedText(text, line);
  FIELD.lastIndex = start;
  const field = FIELD.exec(text)?.[1];
  if (field !== undefined) return { start, end, meaning: { part: 'field', field: field as StatusField } };
  const part = MARKERS.get(text.slice(start, end));
  return part && { start, end, meaning: { part } };
}

/** From the last opening marker that a closing one follows, up to that one. */
function lastBlock(said: readonly ReadLine<StatusPart>[]): readonly ReadLine<StatusPart>[] | undefined {
  let start: number | undefined;
  let block: readonly ReadLine<StatusPart>[] | undefined;
  said.forEach(({ meaning }, index) => {
    if (meaning.part === 'start') start = index;
    if (meaning.part !== 'end' || start === undefined) return;
    block = said.slice(start, index + 1);
    start = undefined;
  });
  return block;
}

function toStatusBlock(text: string, block: readonly ReadLine<StatusPart>[]): StatusBlock {
  const problems: StatusProblem[] = [];
  const values = fieldValues(text, block);

  const read = <T>(field: StatusField, parse: (value: string) => T | undefined): T | undefined => {
    const all = values.filter((value) => value.field === field);
    const value = all.length === 1 ? all[0]?.text : undefined;
    const parsed = value === undefined ? undefined : parse(value);
    if (value === undefined) problems.push({ field, code: all.length > 1 ? 'repeated' : 'missing' });
    else if (parsed === undefined) problems.push({ field, code: 'malformed' });
    return parsed;
  };

  const exitSignal = read('EXIT_SIGNAL', (value) => EXIT_SIGNALS.get(firstLine(value)));
  const reported = read('CRITERIA', parseCriteria);
  problems.push(...(reported?.problems ?? []));
  const stuckCount = read('STUCK_COUNT', (value) =>
    STUCK_COUNT.test(firstLine(value)) ? Number(firstLine(value)) : undefined,
  );
  const next = read('NEXT', (value) => value.slice(0, MAX_NEXT));
  const criteria = reported?.criteria ?? new Map<string, boolean>();
  return { line: block[0]?.line ?? 0, exitSignal, criteria, stuckCount, next, problems };
}

/** Each field with its text, which goes on to the next field: JSON may be spread over lines. */
function fieldValues(
  text: string,
  block: readonly ReadLine<StatusPart>[],
): { field: StatusField; text: string }[] {
  return block.flatMap(({ meaning, start }, index) => {
    if (meaning.part !== 'field') return [];
    const end = block[index + 1]?.start ?? start;
    const value = text.slice(text.indexOf(':', start) + 1, end).trim();
    return [{ field: meaning.field, text: value }];
  });
}

const EXIT_SIGNALS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

function firstLine(value: string): string {
  return (value.split(/[\r\n]/, 1)[0] ?? '').trimEnd();
}

const MAX_JSON = 65_536;
const MAX_CRITERIA = 1_000;
const MAX_NAME = 1_000;

/** Criteria as reported, and what of the report could not be read. */
export interface ReportedCriteria {
  readonly criteria: ReadonlyMap<string, boolean>;
  readonly problems: readonly StatusProblem[];
}

const TOO_LARGE: ReportedCriteria = {
  criteria: new Map(),
  problems: [{ field: 'CRITERIA', code: 'too-large' }],
};

/**
 * Reads a JSON object of criteria and booleans; undefined for anything else. Never throws, and takes no name for more
 * than a name.
 */
export function parseCriteria(json: string): ReportedCriteria | undefined {
  if (json.length > MAX_JSON) return TOO_LARGE;
  const parsed = parseObject(json);
  if (parsed === undefined) return undefined;
  const entries = Object.entries(parsed);
  if (entries.length > MAX_CRITERIA || entries.some(([name]) => name.length > MAX_NAME)) return TOO_LARGE;

  const criteria = new Map<string, boolean>();
  const problems: StatusProblem[] = [];
  for (const [name, isMet] of entries) {
    if (typeof isMet === 'boolean') criteria.set(name, isMet);
    else problems.push({ field: 'CRITERIA', code: 'malformed', criterion: name });
  }
  return { criteria, problems };
}
