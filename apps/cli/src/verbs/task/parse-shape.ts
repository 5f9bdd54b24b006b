import { CLAIM_BASES, isName, sanitizeLine, type ClaimBasis, type CommandCheck } from '@loopwright/core';
import { parseCommand } from '@loopwright/core/flags';

/** A criterion or a prohibition, with the command that proves it. */
export interface ShapeEntry {
  readonly name: string;
  readonly command?: CommandCheck['command'];
}

/** The content of `SHAPE.md`: criteria, limits, and how to verify the result. */
export interface WorkShape {
  readonly criteria: readonly ShapeEntry[];
  readonly mustNot: readonly ShapeEntry[];
  readonly verification: ClaimBasis;
}

/** A problem in a `SHAPE.md`, with its line counted from 1. */
export interface ShapeProblem {
  readonly line: number;
  readonly text: string;
}

/** A parsed `SHAPE.md`, or all its problems. */
export type ParsedShape =
  | { readonly ok: true; readonly shape: WorkShape }
  | { readonly ok: false; readonly problems: readonly ShapeProblem[] };

const MAX_CHARS = 64 * 1024;
const MAX_ENTRIES = 100;
const TOO_MUCH = 'too much: 64 KiB and 100 entries a section are the most';

/** The sections that are read, by their title without case and marks. */
const TITLES = { criteria: 'Criteria', mustnot: 'mustNot', verification: 'Verification' } as const;
type Section = keyof typeof TITLES;
const SECTIONS = Object.keys(TITLES) as readonly Section[];

/** Sections that are for people only. */
const FREE_SECTIONS: readonly string[] = ['approach', 'notes'];

interface Entry {
  readonly line: number;
  readonly text: string;
}

/** Adds a problem of a line about its text. */
type Report = (line: number, text: string) => undefined;

/**
 * Parses a `SHAPE.md`: a title, and the sections `Criteria`, `mustNot` and `Verification`, each once, each a
 * list. One problem refuses the whole file. Never throws.
 *
 * @example
 * parseShape('## Criteria\n- tests pass: `npm test`\n## mustNot\n- none\n## Verification\n- execution output\n')
 */
export function parseShape(text: string): ParsedShape {
  if (text.length > MAX_CHARS) return { ok: false, problems: [{ line: 1, text: TOO_MUCH }] };
  const problems: ShapeProblem[] = [];
  const report: Report = (line, problem) => void problems.push({ line, text: problem });
  const entries = splitSections(text, report);
  const names = new Set<string>();
  const criteria = entries.criteria.flatMap((entry) => {
    const read = readEntry(entry, report);
    if (!read) return [];
    const { name } = read;
    if (names.has(name)) report(entry.line, `the criterion "${sanitizeLine(name, 80)}" is there twice`);
    names.add(name);
    return read;
  });
  const mustNot = entries.mustnot.flatMap((entry) => readEntry(entry, report) ?? []);
  const [verification] = entries.verification.slice(0, 1).flatMap((entry) => readBasis(entry, report) ?? []);
  if (problems.length > 0 || !verification) {
    return { ok: false, problems: problems.toSorted((one, other) => one.line - other.line) };
  }
  const isNone = ({ name, command }: ShapeEntry): boolean => !command && name.toLowerCase() === 'none';
  return { ok: true, shape: { criteria, mustNot: mustNot.filter((one) => !isNone(one)), verification } };
}

/** Sorts the lines of a file into its sections. */
function splitSections(text: string, report: Report): Record<Section, Entry[]> {
  const entries: Record<Section, Entry[]> = { criteria: [], mustnot: [], verification: [] };
  const startedAt = new Map<Section, number>();
  const wordless = new Set<Section>(SECTIONS);
  let current: Section | 'free' | 'head' = 'head';
  const lines = text.split(/\r?\n/);
  for (const [index, raw] of lines.entries()) {
    const line = index + 1;
    const words = raw.trim();
    const shown = sanitizeLine(words, 80);
    const [, marks = '', title = ''] = /^(#{1,6})\s+(.*?)\s*#*$/.exec(words) ?? [];
    const name = title.toLowerCase().replaceAll(/[^a-z]/g, '');
    const section = marks === '##' ? SECTIONS.find((one) => one === name) : undefined;
    if (section) {
      if (startedAt.has(section)) report(line, `the section "${title}" is there twice`);
      startedAt.set(section, line);
      current = section;
    } else if (marks === '##' && FREE_SECTIONS.includes(name)) {
      current = 'free';
    } else if (marks === '#' ? current !== 'head' : marks === '' && current === 'head' && words !== '') {
      report(line, `"${shown}" stands outside every section; put it below "## Notes"`);
    } else if (marks.length > 1 && current !== 'free') {
      const named = 'Criteria, mustNot, Verification, Approach and Notes';
      report(line, `"${sanitizeLine(title, 80)}" is no section; there are ${named}`);
      current = 'free';
    } else if (marks === '' && words !== '' && current !== 'free' && current !== 'head') {
      wordless.delete(current);
      const entry = /^[-*]\s+(?:\[[ xX]\]\s+)?(\S.*)$/.exec(raw)?.[1]?.trim();
      if (entry === undefined) {
        report(line, `"${shown}" is no entry of the list; an entry begins with "- " at the margin`);
      } else if (entries[current].length < MAX_ENTRIES) entries[current].push({ line, text: entry });
      else report(line, TOO_MUCH);
    }
  }
  for (const section of SECTIONS) {
    const line = startedAt.get(section);
    if (line === undefined) report(lines.length, `there is no section "## ${TITLES[section]}"`);
    else if (wordless.has(section)) {
      report(line, `the section "${TITLES[section]}" is empty; write "- none" where mustNot forbids nothing`);
    }
  }
  return entries;
}

/** A criterion or a limit: its name, and after a colon the command in backticks that proves it. */
function readEntry({ line, text }: Entry, report: Report): ShapeEntry | undefined {
  const [, named = '', , typed = ''] = /^(.*?):\s*(`+)(.*)\2$/.exec(text) ?? [];
  const name = named === '' ? text : named.trim();
  const hasCheck = named !== '';
  const shown = sanitizeLine(text, 80);
  if (hasCheck ? typed.trim() === '' || typed.includes('\0') : text.includes('`')) {
    return report(line, `"${shown}" has no check that can be read; write "name: \`command\`"`);
  }
  if (!isName(name) || name.includes('`')) {
    const form = 'one line of 1 to 200 plain characters, and "name: `command`" for a check';
    return report(line, `"${shown}" can't be taken; ${form}`);
  }
  return hasCheck ? { name, command: parseCommand(typed) } : { name };
}

/** The way to verify the work, in fixed words; what is looked at may follow a colon. */
function readBasis({ line, text }: Entry, report: Report): ClaimBasis | undefined {
  const [said = ''] = text.split(':', 1);
  const basis = CLAIM_BASES.find((one) => one === said.trim().toLowerCase());
  const ways = CLAIM_BASES.join(', ');
  return basis ?? report(line, `"${sanitizeLine(text, 80)}" is no way to verify; begin with one of ${ways}`);
}
