import type { Section } from '../lexicon/sections.ts';
import type { Quote } from '../spec-score.ts';

/** Where in the Markdown a sentence was found. */
export type Form = 'title' | 'item' | 'prose' | 'table';

/** A sentence of the spec with its place and its code. */
export interface Sentence {
  readonly text: string;
  readonly start: number;
  /** The text with code, quotations and addresses blanked out, of the same length. */
  readonly words: string;
  /** Inline code, with offsets into the sentence. */
  readonly codes: readonly Quote[];
  readonly section: Section;
  readonly form: Form;
}

/** A part of a sentence, with its code spans. */
export function partOf(sentence: Sentence, from: number, end = sentence.text.length): Sentence {
  const codes = sentence.codes
    .filter(({ start }) => start >= from && start < end)
    .map((code) => ({ ...code, start: code.start - from, end: code.end - from }));
  const [text, words] = [sentence.text.slice(from, end), sentence.words.slice(from, end)];
  return { ...sentence, text, words, codes, start: sentence.start + from };
}

/** Quotes a part of a sentence as the spec has it, with offsets into the spec. */
export function quote(sentence: Sentence, start = 0, end = sentence.text.length): Quote {
  const { text, start: from } = trimmed(sentence, start, end);
  return { text, start: from, end: from + text.length };
}

/** Remembers the answers about a sentence: five dimensions ask the same questions of the same sentences. */
export function perSentence<T>(answer: (sentence: Sentence) => T): (sentence: Sentence) => T {
  const answers = new WeakMap<Sentence, { readonly value: T }>();
  return (sentence) => {
    const known = answers.get(sentence) ?? { value: answer(sentence) };
    answers.set(sentence, known);
    return known.value;
  };
}

const boundary = /[,;:](?=\s)|\s(?=(?:so that|without)\s)|\s[-–—·•]\s|\n|\s(?:and|but)\s/giu;

/** Cuts a sentence at commas, colons, dashes and the "and" or "but" between its parts. */
export const clausesOf = perSentence((sentence): readonly Sentence[] => {
  const cuts = [...sentence.words.matchAll(boundary)];
  const starts = [0, ...cuts.map((cut) => cut.index + cut[0].length)];
  const ends = [...cuts.map((cut) => cut.index), sentence.words.length];
  return starts
    .map((start, index) => trimmed(sentence, start, ends[index] ?? start))
    .filter(({ words }) => saysSomething(words));
});

/** The part of a sentence without the white space around it. */
export function trimmed(sentence: Sentence, start: number, end: number): Sentence {
  const words = sentence.words.slice(start, end);
  const from = start + words.length - words.trimStart().length;
  return partOf(sentence, from, Math.max(from, start + words.trimEnd().length));
}

/** True for words or code, false for what is left of punctuation. */
export function saysSomething(words: string): boolean {
  return /\p{L}{2}|\uFFFC/u.test(words);
}
