import type { Form, Section } from './sentence.ts';
import { labelOf } from './label-of.ts';
import { sectionOf } from './section-of.ts';

/** A run of lines that belong together: heading, list item, paragraph or table row. */
export interface Block {
  readonly text: string;
  readonly start: number;
  readonly form: Form;
  readonly section: Section;
}

interface Line {
  readonly text: string;
  readonly start: number;
}

const fence = /^\s{0,3}(`{3,}|~{3,})/u;
const heading = /^\s{0,3}#{1,6}\s{1,9}/u;
const boldLine = /^\s{0,3}(?:\*\*|__)([^*_\n]{1,80})(?:\*\*|__):?\s{0,9}$/u;
const underline = /^\s{0,3}(?:={3,}|-{3,})\s{0,9}$/u;
const item = /^\s{0,12}(?:[-*+•]|\d{1,3}[.)]|[a-z]\))\s{1,9}(?:\[[ xX]\]\s{1,9})?/u;
const requirementId = /^\s{0,3}\*\*[A-Z]{1,4}-?\d{1,3}[.:]?\*\*:?\s{1,9}/u;
const tableRule = /^\s{0,3}\|?[\s:|-]{3,200}\|?\s{0,9}$/u;
const quoteMark = /^\s{0,3}(?:>\s?){1,5}/u;

/** Cuts Markdown (or plain text) into blocks, each with its section. */
export function readBlocks(text: string): readonly Block[] {
  const blocks: Block[] = [];
  let section: Section = 'ask';
  let listSection: Section | undefined;
  let inFence: string | undefined;
  let paragraph: Line[] = [];

  const push = (line: Line, form: Form, where: Section): void => {
    if (line.text.trim() !== '') blocks.push({ ...line, form, section: where });
  };
  const flush = (): void => {
    const first = paragraph[0];
    const last = paragraph.at(-1);
    if (first === undefined || last === undefined) return;
    const whole = { text: text.slice(first.start, last.start + last.text.length), start: first.start };
    paragraph = [];
    listSection = addParagraph(whole, section, push);
  };

  for (const line of linesOf(text)) {
    const mark = fence.exec(line.text)?.[1];
    if (inFence !== undefined) {
      if (mark !== undefined && mark.startsWith(inFence)) inFence = undefined;
      continue;
    }
    if (mark !== undefined) {
      flush();
      inFence = mark.slice(0, 3);
      continue;
    }
    const bare = withoutPrefix(line, quoteMark);
    if (bare.text.trim() === '') {
      flush();
      continue;
    }
    if (heading.test(bare.text) || boldLine.test(bare.text)) {
      flush();
      const title = withoutPrefix(bare, heading);
      section = blocks.length === 0 ? titleSection(title.text) : (sectionOf(title.text) ?? 'ask');
      listSection = undefined;
      push(title, 'title', section);
      continue;
    }
    if (underline.test(bare.text)) {
      if (bare.text.includes('=') || paragraph.length > 0) {
        const title = paragraph.at(-1);
        if (title !== undefined) section = sectionOf(title.text) ?? section;
      }
      flush();
      if (paragraph.length === 0 && !bare.text.includes('=')) section = 'ask';
      continue;
    }
    if (bare.text.trimStart().startsWith('|')) {
      flush();
      if (!tableRule.test(bare.text)) push(bare, 'table', listSection ?? section);
      continue;
    }
    if (requirementId.test(bare.text)) {
      flush();
      push(withoutPrefix(bare, requirementId), 'item', section === 'ask' ? 'requirements' : section);
      continue;
    }
    if (item.test(bare.text)) {
      flush();
      addLabelled(withoutPrefix(bare, item), 'item', listSection ?? section, push);
      continue;
    }
    if (paragraph.length === 0 && /^\s{2,}/u.test(bare.text) && blocks.at(-1)?.form === 'item') {
      push(bare, 'item', listSection ?? section);
      continue;
    }
    paragraph.push(bare);
  }
  flush();
  return blocks;
}

type Push = (line: Line, form: Form, where: Section) => void;

/** A paragraph may open with a label ("Constraints: …") or lead into a list ("It must:"). */
function addParagraph(whole: Line, section: Section, push: Push): Section | undefined {
  const trimmed = whole.text.trimEnd();
  if (/[:：]$/u.test(trimmed)) {
    const lines = linesOf(trimmed);
    const lead = lines.at(-1) ?? { text: trimmed, start: 0 };
    const led = sectionOf(lead.text);
    push(whole, 'prose', led === 'success' || led === 'constraints' ? 'context' : section);
    return led;
  }
  for (const line of groupByLabel(whole)) addLabelled(line, 'prose', section, push);
  return undefined;
}

/** Puts the text after a known label ("Constraints: …") into the label's section. */
function addLabelled(line: Line, form: Form, section: Section, push: Push): void {
  const label = labelOf(line.text);
  const led = label === undefined ? undefined : sectionOf(label);
  if (label === undefined || led === undefined) push(line, form, section);
  else push(saysPlace(led) ? line : dropStart(line, label.length + 1), form, led);
}

/** "Auth module: …" opens a part and names its place. */
function saysPlace(section: Section): boolean {
  return section === 'scope' || section === 'ask' || section === 'context';
}

/** Splits a paragraph before every line that opens with a known label. */
function groupByLabel(whole: Line): readonly Line[] {
  const groups: Line[] = [];
  let start = 0;
  for (const line of linesOf(whole.text)) {
    const label = labelOf(line.text);
    if (line.start > start && label !== undefined && sectionOf(label) !== undefined) {
      groups.push({ text: whole.text.slice(start, line.start), start: whole.start + start });
      start = line.start;
    }
  }
  groups.push({ text: whole.text.slice(start), start: whole.start + start });
  return groups;
}

/** Enough for "Acceptance criteria", too short for most titles. */
const longestSectionName = 22;

/** The first heading names the task ("Rate limiting"), unless it is a section's name and nothing else. */
function titleSection(title: string): Section {
  const name = title.replaceAll(/[*_:：#]/gu, '').trim();
  return name.length <= longestSectionName && !/\s\S{1,80}\s/u.test(name)
    ? (sectionOf(name) ?? 'ask')
    : 'ask';
}

function withoutPrefix(line: Line, prefix: RegExp): Line {
  const found = prefix.exec(line.text);
  return found === null ? line : dropStart(line, found[0].length);
}

function dropStart(line: Line, length: number): Line {
  const rest = line.text.slice(length);
  const marks = /^(?:\*\*|__)\s?/u.exec(rest)?.[0].length ?? 0;
  return { text: rest.slice(marks), start: line.start + length + marks };
}

function linesOf(text: string): readonly Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (const part of text.split('\n')) {
    lines.push({ text: part.endsWith('\r') ? part.slice(0, -1) : part, start });
    start += part.length + 1;
  }
  return lines;
}
