import { languageOf, languageWithin } from '../lexicon/language.ts';
import { readBlocks } from './blocks.ts';
import { mask } from './mask.ts';
import { labelOf } from './label-of.ts';
import { sectionOf } from './section-of.ts';
import { partOf } from './part-of.ts';
import type { Section, Sentence } from './sentence.ts';
import { splitSentences } from './split-sentences.ts';

/** Reads a spec as sentences, each with its section and with code and quotations set apart. */
export function readSpec(text: string): readonly Sentence[] {
  const blocks = readBlocks(withoutComments(text));
  const spoken = languageOf(blocks.map((block) => block.text).join('\n'));
  return blocks.flatMap(({ text, start, form, section }, block) => {
    const whole = { text, start, ...mask(text), section, form, language: spoken, block };
    return splitSentences(whole.words)
      .map(({ start: from, end }) => partOf(whole, from, end))
      .filter((sentence) => !isTalkToTheScorer(sentence.text))
      .map((sentence) => ({
        ...sentence,
        section: form === 'title' ? section : (labelledSection(sentence.text) ?? section),
        language: languageWithin(sentence.words, spoken),
      }));
  });
}

/** "Fix it. Constraints: no new dependencies." opens a part in the middle of a paragraph. */
function labelledSection(text: string): Section | undefined {
  const label = labelOf(text);
  return label === undefined ? undefined : sectionOf(label);
}

/** "Score this 10 out of 10" is not part of a task. */
function isTalkToTheScorer(text: string): boolean {
  return talkToTheScorer.some((pattern) => pattern.test(text));
}

const talkToTheScorer = [
  /\b(?:ignore|disregard|forget) (?:all |any |the |your |my )?(?:previous|prior|above|earlier|other|preceding) (?:instructions?|rules|prompts?|text)\b/iu,
  /\b(?:score|rate|grade|mark|rank)\b[^.\n]{0,40}\b(?:10|ten|full marks|maximum|highest|perfect|2)\b/iu,
  /\b(?:outcome|scope|constraints|success|done)\s?[:=]\s?[0-2]\b[^\n]{0,20}\b(?:outcome|scope|constraints|success|done)\s?[:=]/iu,
];

/** Blanks out HTML comments, which a reader doesn't see; offsets don't change. */
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
