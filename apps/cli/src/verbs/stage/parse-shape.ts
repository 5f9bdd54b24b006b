import { CLAIM_BASES, isName, type ClaimBasis, type CommandCheck } from '@loopwright/core';
import { parseCommand } from '@loopwright/core/flags';

/** The content of `SHAPE.md`: criteria, limits, and how to verify the result. */
export interface WorkShape {
  readonly criteria: readonly { readonly name: string; readonly command?: CommandCheck['command'] }[];
  readonly mustNot: readonly { readonly name: string; readonly command?: CommandCheck['command'] }[];
  readonly verification: { readonly basis: ClaimBasis; readonly detail?: string };
}

/** A problem in a `SHAPE.md`, with its line counted from 1. */
export interface ShapeProblem {
  readonly code:
    | 'too-large'
    | 'no-section'
    | 'unknown-section'
    | 'section-twice'
    | 'empty-section'
    | 'outside'
    | 'no-entry'
    | 'bad-name'
    | 'name-twice'
    | 'bad-check'
    | 'bad-basis'
    | 'other-check';
  readonly line: number;
  /** The words that it is about. */
  readonly about: string;
}

/** A parsed `SHAPE.md`, or all its problems. */
export type ParsedShape =
  | { readonly ok: true; readonly shape: WorkShape }
  | { readonly ok: false; readonly problems: readonly ShapeProblem[] };

const MAX_CHARS = 64 * 1024;
const MAX_ENTRIES = 100;
/** Sections that are for people only. */
const FREE_SECTIONS: readonly string[] = ['approach', 'notes'];
const SECTIONS = ['criteria', 'mustnot', 'verification'] as const;
type Section = (typeof SECTIONS)[number];
const TITLES: Readonly<Record<Section, string>> = {
  criteria: 'Criteria',
  mustnot: 'mustNot',
  verification: 'Verification',
};

interface Entry {
  readonly line: number;
  readonly text: string;
}

/**
 * Parses a `SHAPE.md`: a title, and the sections `Criteria`, `mustNot` and `Verification`, each once, each a
 * list. One problem refuses the whole file. Never throws.
 *
 * @example
 * parseShape('## Criteria\n- tests pass: `npm test`\n## mustNot\n- none\n## Verification\n- execution output\n')
 */
export function parseShape(text: string): ParsedShape {
  if (text.length > MAX_CHARS) return failed([{ code: 'too-large', line: 1, about: String(text.length) }]);
  const { entries, problems } = splitSections(text);
  const criteria = readEach(entries.criteria, readCriterion);
  const mustNot = readEach(entries.mustnot, readCriterion);
  const verification = readEach(entries.verification.slice(0, 1), readVerification);
  const all = [
    ...problems,
    ...criteria.problems,
    ...twice(entries.criteria, criteria.values),
    ...mustNot.problems,
    ...verification.problems,
  ].toSorted((one, other) => one.line - other.line);
  const [verified] = verification.values;
  if (all.length > 0 || !verified) return failed(all);
  return {
    ok: true,
    shape: {
      criteria: criteria.values,
      mustNot: mustNot.values.filter(
        ({ name, command }) => command !== undefined || name.toLowerCase() !== 'none',
      ),
      verification: verified,
    },
  };
}

function failed(problems: readonly ShapeProblem[]): ParsedShape {
  return { ok: false, problems };
}

type Entries = Record<Section, Entry[]>;

/** Sorts the lines of a file into its sections. */
function splitSections(text: string): { entries: Entries; problems: ShapeProblem[] } {
  const entries: Entries = { criteria: [], mustnot: [], verification: [] };
  const problems: ShapeProblem[] = [];
  const startedAt = new Map<Section, number>();
  let current: Section | 'free' | 'head' = 'head';
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const line = index + 1;
    const words = raw.trim();
    const heading = /^(#{1,6})\s+(.*?)\s*#*$/.exec(words);
    if (heading) {
      const [, marks = '', title = ''] = heading;
      if (marks === '#') {
        if (current !== 'head' || startedAt.size > 0) problems.push({ code: 'outside', line, about: words });
        continue;
      }
      const name = title.toLowerCase().replaceAll(/[^a-z]/g, '');
      const section = SECTIONS.find((one) => one === name);
      if (marks === '##' && section) {
        if (startedAt.has(section)) problems.push({ code: 'section-twice', line, about: title });
        startedAt.set(section, line);
        current = section;
      } else if (marks === '##' && FREE_SECTIONS.includes(name)) {
        current = 'free';
      } else if (current !== 'free') {
        problems.push({ code: 'unknown-section', line, about: title });
        current = 'free';
      }
      continue;
    }
    if (words === '' || current === 'free') continue;
    if (current === 'head') problems.push({ code: 'outside', line, about: words });
    else {
      const entry = /^[-*]\s+(?:\[[ xX]\]\s+)?(\S.*)$/.exec(words)?.[1];
      if (entry === undefined || /^\s/.test(raw)) problems.push({ code: 'no-entry', line, about: words });
      else if (entries[current].length < MAX_ENTRIES) entries[current].push({ line, text: entry });
      else problems.push({ code: 'too-large', line, about: TITLES[current] });
    }
  }
  const lastLine = text.split('\n').length;
  for (const section of SECTIONS) {
    const line = startedAt.get(section);
    if (line === undefined) problems.push({ code: 'no-section', line: lastLine, about: TITLES[section] });
    else if (
      entries[section].length === 0 &&
      !problems.some((one) => one.code === 'no-entry' && one.line > line)
    ) {
      problems.push({ code: 'empty-section', line, about: TITLES[section] });
    }
  }
  return { entries, problems };
}

type Read<T> = { readonly value: T } | { readonly code: ShapeProblem['code'] };

function readEach<T>(
  entries: readonly Entry[],
  read: (text: string) => Read<T>,
): { values: T[]; problems: ShapeProblem[] } {
  const values: T[] = [];
  const problems: ShapeProblem[] = [];
  for (const { line, text } of entries) {
    const given = read(text);
    if ('value' in given) values.push(given.value);
    else problems.push({ code: given.code, line, about: text });
  }
  return { values, problems };
}

/** A criterion or a limit: its name, and after a colon the command in backticks that proves it. */
function readCriterion(text: string): Read<WorkShape['criteria'][number]> {
  const [, named = '', , typed = ''] = /^(.*?):\s*(`+)(.*)\2$/.exec(text) ?? [];
  if (named === '') {
    if (text.includes('`')) return { code: 'bad-check' };
    return isName(text) ? { value: { name: text } } : { code: 'bad-name' };
  }
  const name = named.trim();
  if (!isName(name) || name.includes('`')) return { code: 'bad-name' };
  if (typed.trim() === '' || typed.includes('\0')) return { code: 'bad-check' };
  return { value: { name, command: parseCommand(typed) } };
}

/** The way to verify the work, in fixed words, and the thing to look at. */
function readVerification(text: string): Read<WorkShape['verification']> {
  const [said = '', ...rest] = text.split(':');
  const basis = CLAIM_BASES.find((one) => one === said.trim().toLowerCase());
  const detail = rest.join(':').trim();
  return basis ? { value: { basis, ...(detail !== '' && { detail }) } } : { code: 'bad-basis' };
}

function twice(entries: readonly Entry[], criteria: WorkShape['criteria']): ShapeProblem[] {
  const seen = new Set<string>();
  return criteria.flatMap(({ name }): ShapeProblem[] => {
    const isNew = !seen.has(name);
    seen.add(name);
    const last = entries.findLast(({ text }) => text === name || text.startsWith(`${name}:`));
    return isNew ? [] : [{ code: 'name-twice', line: last?.line ?? 1, about: name }];
  });
}
