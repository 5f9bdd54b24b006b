import { isName } from '@loopwright/core';

/** The criteria and steps that a spec names explicitly (seed 000). */
export interface PlanInText {
  readonly criteria: readonly string[];
  readonly steps: readonly string[];
  /** The sections that are there, but no clear list. Nothing was taken from them. */
  readonly unclear: readonly SectionName[];
}

export type SectionName = 'criteria' | 'steps';

const LABEL = String.raw`(?<label>(?:success |acceptance )?criteria|steps)`;
/** `## Success criteria`, `**Steps**` or `Steps:`, alone on its line. */
const HEADING = new RegExp(
  String.raw`^ {0,3}(?:#{1,6} +${LABEL}:?|\*\*${LABEL.replace('label', 'bold')}:?\*\*:?|${LABEL.replace('label', 'plain')}:)\s*$`,
  'i',
);
/** `Success criteria: a; b`, at the start of a line or of a sentence in it. */
const INLINE = new RegExp(String.raw`(?<=^\s{0,9}|[.!?;]\s{1,9})(?:\*\*)?${LABEL}:(?:\*\*)?(?=\s+\S)`, 'gi');
const FENCE = /^ {0,3}(?:`{3}|~{3})/;
const ITEM = /^(?<indent> *)(?:[-*+•]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?(?<text>\S.*)$/;
/** A plan of more entries is a text to be read, not a list to be ticked. */
export const MAX_ENTRIES = 50;

/**
 * Takes the criteria and steps that a spec names under such a heading or after such a label. A list has one entry a
 * line, or entries with `;` between. Anything else is unclear, and nothing is guessed from it.
 *
 * @example
 * planInText('Mend the login. Success criteria: tests pass; lint clean').criteria; // ['tests pass', 'lint clean']
 */
export function planInText(spec: string): PlanInText {
  const found = { criteria: new Set<string>(), steps: new Set<string>() };
  const unclear = new Set<SectionName>();
  for (const { name, entries } of sectionsOf(spec)) {
    const isClear = entries !== undefined && entries.length <= MAX_ENTRIES && entries.every(isName);
    if (isClear) entries.forEach((entry) => found[name].add(entry));
    else unclear.add(name);
  }
  const clear = (name: SectionName): string[] => (unclear.has(name) ? [] : [...found[name]]);
  return { criteria: clear('criteria'), steps: clear('steps'), unclear: [...unclear] };
}

interface Section {
  readonly name: SectionName;
  /** Undefined if it can't be said where one entry ends. */
  readonly entries: readonly string[] | undefined;
}

function sectionsOf(spec: string): Section[] {
  const lines = spec.split(/\r?\n/);
  const sections: Section[] = [];
  let isInFence = false;
  lines.forEach((line, index) => {
    if (FENCE.test(line)) isInFence = !isInFence;
    if (isInFence || FENCE.test(line)) return;
    const { label, bold, plain } = HEADING.exec(line)?.groups ?? {};
    const heading = label ?? bold ?? plain;
    const entries = heading && listBelow(lines, index + 1);
    // A heading above anything else than a list says nothing here.
    if (heading && entries !== 'no list')
      sections.push({ name: nameOf(heading), entries: entries || undefined });
    else if (!heading) sections.push(...inLine(line));
  });
  return sections;
}

function nameOf(label: string): SectionName {
  return label.toLowerCase() === 'steps' ? 'steps' : 'criteria';
}

/** The entries of the list that comes next; undefined if it has lists inside. */
function listBelow(lines: readonly string[], from: number): string[] | 'no list' | undefined {
  const entries: string[] = [];
  let indent = 0;
  for (let at = from; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const item = ITEM.exec(line)?.groups;
    if (item) {
      const depth = item['indent']?.length ?? 0;
      if (entries.length === 0) indent = depth;
      if (depth > indent + 1) return undefined;
      entries.push(item['text']?.trim() ?? '');
    } else if (line.trim() !== '') {
      const last = entries.at(-1);
      if (last === undefined || !/^\s{2,}/.test(line)) break;
      entries[entries.length - 1] = `${last} ${line.trim()}`;
    }
  }
  return entries.length === 0 ? 'no list' : entries;
}

/** The sections that begin in a line, each up to the end of its sentence. */
function inLine(line: string): Section[] {
  const labels = [...line.matchAll(INLINE)];
  return labels.map((found, index) => {
    const text = line.slice(found.index + found[0].length, labels[index + 1]?.index ?? line.length);
    return { name: nameOf(found.groups?.['label'] ?? ''), entries: entriesOf(text) };
  });
}

function entriesOf(text: string): string[] | undefined {
  const end = /[.!?](?=\s+\S)/.exec(text)?.index ?? text.length;
  const entries = splitList(text.slice(0, end)).map((entry) => entry.replace(/[.,]$/, '').trim());
  // A short form or a number ends no sentence, and a list doesn't go on behind its end.
  const isCut =
    /(?:^|\s|\()(?:e\.g|i\.e|etc|vs|cf|\d+)$/i.test(text.slice(0, end)) || text.slice(end).includes(';');
  const isOneOrMore = entries.length === 1 && /,|\s(?:and|or|then)\s/i.test(entries[0] ?? '');
  return isCut || isOneOrMore || entries.length === 0 ? undefined : entries;
}

/** Parts a list at its semicolons; `\;` is a semicolon of the text. Empty entries are left out. */
export function splitList(text: string): string[] {
  return text
    .split(/(?<!\\);/)
    .map((entry) => entry.replaceAll('\\;', ';').trim())
    .filter((entry) => entry !== '');
}
