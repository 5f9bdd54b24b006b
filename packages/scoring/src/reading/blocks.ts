import { isIn } from '../lexicon/phrases.ts';
import { type Section, sectionWords, wanted } from '../lexicon/sections.ts';
import type { Form } from './sentence.ts';

interface Line {
  readonly text: string;
  readonly start: number;
}

/** A run of lines that belong together: heading, list item, paragraph or table row. */
export interface Block extends Line {
  readonly form: Form;
  readonly section: Section;
}

const fence = /^\s{0,3}(`{3,}|~{3,})/u;
const heading = /^\s{0,3}#{1,6}\s{1,9}/u;
const boldLine = /^\s{0,3}(?:\*\*|__)[^*_\n]{1,80}(?:\*\*|__):?\s{0,9}$/u;
const underline = /^\s{0,3}(?:={3,}|-{3,})\s{0,9}$/u;
const item = /^\s{0,12}(?:[-*+•]|\d{1,3}[.)]|[a-z]\))\s{1,9}(?:\[[ xX]\]\s{1,9})?/u;
const quoteMark = /^\s{0,3}(?:>\s?){1,5}/u;

/** Cuts Markdown (or plain text) into blocks, each with its section. */
export function readBlocks(text: string): readonly Block[] {
  const blocks: Block[] = [];
  let section: Section = 'ask';
  let listSection: Section | undefined;
  let inFence: string | undefined;
  let paragraph: Line[] = [];

  const push = (line: Line, form: Form, where = listSection ?? section): void => {
    if (line.text.trim() !== '') blocks.push({ ...line, form, section: where });
  };
  const flush = (): void => {
    const [first, last] = [paragraph[0], paragraph.at(-1)];
    if (first === undefined || last === undefined) return;
    const whole = { text: text.slice(first.start, last.start + last.text.length), start: first.start };
    paragraph = [];
    // "It must:" leads into a list.
    listSection = /:\s{0,9}$/u.test(last.text) ? sectionOf(last.text) : undefined;
    push(whole, 'prose', listSection === undefined ? section : 'context');
  };

  for (const whole of linesOf(text)) {
    const mark = fence.exec(whole.text)?.[1];
    if (inFence !== undefined) {
      if (mark?.startsWith(inFence)) inFence = undefined;
      else if (wanted.has(section) && blocks.at(-1)?.section !== 'example') push(whole, 'prose', 'example');
      continue;
    }
    const line = withoutPrefix(whole, quoteMark);
    if (mark !== undefined) {
      flush();
      inFence = mark.slice(0, 3);
    } else if (line.text.trim() === '') {
      flush();
    } else if (heading.test(line.text) || boldLine.test(line.text)) {
      flush();
      const title = withoutPrefix(line, heading);
      // The first heading names the task ("Rate limiting in auth"), unless it is a section's name and nothing else.
      const isName = blocks.length > 0 || title.text.trim().split(/\s+/u).length <= 2;
      section = (isName ? sectionOf(title.text) : undefined) ?? 'ask';
      listSection = undefined;
      push(title, 'title');
    } else if (underline.test(line.text)) {
      const title = paragraph.at(-1);
      if (title) section = sectionOf(title.text) ?? section;
      else if (!line.text.includes('=')) section = 'ask';
      flush();
    } else if (line.text.trimStart().startsWith('|')) {
      flush();
      push(line, 'table');
    } else if (item.test(line.text)) {
      flush();
      push(withoutPrefix(line, item), 'item');
    } else paragraph.push(line);
  }
  flush();
  return blocks;
}

/** A longer line is a statement, not a heading or a lead-in. */
const longestLead = 70;

/** Names the section that a heading, label or lead-in opens, if its words announce one. */
function sectionOf(lead: string): Section | undefined {
  if (lead.length > longestLead) return undefined;
  return sectionWords.find(([, words]) => isIn(words, lead))?.[0];
}

/** The section that the label of a text names ("Constraints: no new dependencies"). */
export function labelledSection(text: string): Section | undefined {
  const label = /^[*_]{0,2}([^:=`"\n.!?]{2,30}?)[*_]{0,2}\s?[:=]/u.exec(text)?.[0];
  return label === undefined ? undefined : sectionOf(label);
}

function withoutPrefix({ text, start }: Line, prefix: RegExp): Line {
  const length = prefix.exec(text)?.[0].length ?? 0;
  return { text: text.slice(length), start: start + length };
}

function linesOf(text: string): readonly Line[] {
  return [...text.matchAll(/[^\n]*(?:\n|$)/gu)]
    .filter(({ 0: line }) => line !== '')
    .map(({ 0: line, index }) => ({ text: line.replace(/\r?\n$/u, ''), start: index }));
}
