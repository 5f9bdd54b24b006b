import type { Sentence, Span } from './sentence.ts';

/** A part of a sentence, with its code spans and quotations. */
export function partOf(sentence: Sentence, from: number, end: number): Sentence {
  const inside = (spans: readonly Span[]): readonly Span[] =>
    spans
      .filter((span) => span.start >= from && span.start < end)
      .map((span) => ({ text: span.text, start: span.start - from, end: span.end - from }));
  return {
    ...sentence,
    text: sentence.text.slice(from, end),
    start: sentence.start + from,
    words: sentence.words.slice(from, end),
    codes: inside(sentence.codes),
    quotations: inside(sentence.quotations),
  };
}
