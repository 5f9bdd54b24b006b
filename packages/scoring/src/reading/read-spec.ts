import type { Section } from '../lexicon/sections.ts';
import { isIn } from '../lexicon/phrases.ts';
import { quotation } from '../lexicon/places.ts';
import { labelledSection, readBlocks } from './blocks.ts';
import { type Sentence, trimmed } from './sentence.ts';

/** Reads a spec as sentences, each with its section and with code and quotations set apart. */
export function readSpec(text: string): readonly Sentence[] {
  const seen = text.replaceAll(/<!--[^]*?-->/gu, (comment) => comment.replaceAll(/[^\n]/gu, ' '));
  return readBlocks(seen).flatMap((block) => {
    // What stands in a code block is no word of the writer.
    if (block.section === 'example') return [{ ...block, words: blankOut(block.text), codes: [] }];
    const isTitle = block.form === 'title';
    // "Fix it. Constraints: no new dependencies." opens a part in the middle of a paragraph.
    const labelled = (text: string): Section | undefined => (isTitle ? undefined : labelledSection(text));
    const whole: Sentence = { ...block, ...mask(block.text), section: labelled(block.text) ?? block.section };
    return endsOf(whole.words)
      .map((end, index, ends) => trimmed(whole, ends[index - 1] ?? 0, end))
      .filter((sentence) => sentence.text !== '' && !isIn(talkToTheScorer, sentence.text))
      .map((sentence) => ({ ...sentence, section: labelled(sentence.text) ?? whole.section }));
  });
}

/** "Score this 10 out of 10" is not part of a task. */
const talkToTheScorer = [
  /\b(?:ignore|disregard|forget) (?:all |any |the |your |my )?(?:previous|prior|above|earlier|other|preceding) (?:instructions?|rules|prompts?|text)\b/iu,
  /\b(?:score|rate|grade|mark|rank)\b[^.\n]{0,40}\b(?:10|ten|full marks|maximum|highest|perfect|2)\b/iu,
  /\b(?:outcome|scope|constraints|success|done)\s?[:=]\s?[0-2]\b[^\n]{0,20}\b(?:outcome|scope|constraints|success|done)\s?[:=]/iu,
];

const code = /(`{1,2})([^`\n]{1,300})\1/gu;
const address = /\bhttps?:\/\/[^\s<>)\]]{1,500}/giu;

/** Blanks out inline code, addresses and quotations; offsets don't change. */
function mask(text: string): Pick<Sentence, 'words' | 'codes'> {
  const codes = [...text.matchAll(code)].map(({ 0: { length }, 2: inner = '', index }) => ({
    text: inner.trim(),
    start: index,
    end: index + length,
  }));
  const words = [code, address, quotation].reduce((left, hidden) => left.replaceAll(hidden, blankOut), text);
  return { words, codes };
}

/** `\uFFFC` stands for a character that isn't the writer's own word; it is no letter, digit or space. */
function blankOut(whole: string): string {
  return '\uFFFC'.repeat(whole.length);
}

/** Lines this long were wrapped by an editor; shorter ones were ended by a person. */
const wrappedFrom = 50;

const ending = /[.!?…]{1,5}["'”’)\]*_]{0,3}(?=\s|$)|[。！？]{1,5}|\n/gu;
const abbreviation = /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|ca|approx|incl|resp|nr|fig)$/iu;

/** Where the sentences of a block end; file names, versions and abbreviations stay whole. */
function endsOf(words: string): readonly number[] {
  let start = 0;
  const ends = [...words.matchAll(ending)].flatMap(({ 0: mark, index }) => {
    const before = words.slice(start, index);
    const isEnd =
      mark === '\n'
        ? before.length - before.lastIndexOf('\n') - 1 < wrappedFrom
        : // "go test ./... must pass"
          !before.endsWith('/') && (mark !== '.' || !abbreviation.test(before.slice(-12)));
    if (!isEnd) return [];
    start = index + mark.length;
    return [start];
  });
  return [...ends, words.length];
}
