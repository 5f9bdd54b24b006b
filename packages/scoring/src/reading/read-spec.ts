import { languageOf, languageWithin } from '../lexicon/language.ts';
import { readBlocks } from './blocks.ts';
import { mask } from './mask.ts';
import { labelOf } from './label-of.ts';
import { sectionOf } from './section-of.ts';
import type { Section, Sentence, Span } from './sentence.ts';
import { splitSentences } from './split-sentences.ts';

/** Reads a spec as sentences, each with its section and with code and quotations set apart. */
export function readSpec(text: string): readonly Sentence[] {
  const blocks = readBlocks(withoutComments(text));
  const spoken = languageOf(blocks.map((block) => block.text).join('\n'));
  return blocks.flatMap(({ text, start, form, section }, block) => {
    const masked = mask(text);
    const said = splitSentences(masked.words).filter(
      ({ start, end }) => !isTalkToTheScorer(text.slice(start, end)),
    );
    return said.map(({ start: from, end }) => ({
      text: text.slice(from, end),
      start: start + from,
      words: masked.words.slice(from, end),
      codes: within(masked.codes, from, end),
      quotations: within(masked.quotations, from, end),
      section: form === 'title' ? section : (labelledSection(text.slice(from, end)) ?? section),
      form,
      language: languageWithin(masked.words.slice(from, end), spoken),
      block,
    }));
  });
}

/** "Fix it. Constraints: no new dependencies." opens a part in the middle of a paragraph. */
function labelledSection(said: string): Section | undefined {
  const label = labelOf(said);
  return label === undefined ? undefined : sectionOf(label);
}

/** "Score this 10 out of 10" is no part of a task. */
function isTalkToTheScorer(said: string): boolean {
  return talkToTheScorer.some((pattern) => pattern.test(said));
}

const talkToTheScorer = [
  /\b(?:ignore|disregard|forget) (?:all |any |the |your |my )?(?:previous|prior|above|earlier|other|preceding) (?:instructions?|rules|prompts?|text)\b/iu,
  /\b(?:score|rate|grade|mark|rank)\b[^.\n]{0,40}\b(?:10|ten|full marks|maximum|highest|perfect|2)\b/iu,
  /\b(?:outcome|scope|constraints|success|done)\s?[:=]\s?[0-2]\b[^\n]{0,20}\b(?:outcome|scope|constraints|success|done)\s?[:=]/iu,
];

/** What a reader doesn't see doesn't count; offsets stay what they were. */
function withoutComments(text: string): string {
  let result = '';
  let from = 0;
  for (;;) {
    const start = text.indexOf('<!--', from);
    const end = start === -1 ? -1 : text.indexOf('-->', start + 4);
    if (end === -1) return result + text.slice(from);
    result += text.slice(from, start) + text.slice(start, end + 3).replaceAll(/[^\n]/gu, ' ');
    from = end + 3;
  }
}

function within(spans: readonly Span[], from: number, end: number): readonly Span[] {
  return spans
    .filter((span) => span.start >= from && span.start < end)
    .map((span) => ({ text: span.text, start: span.start - from, end: span.end - from }));
}
