import { describing, type Section } from '../lexicon/sections.ts';
import { deliveredWord, delivery, descriptions, notAsked, stopping } from '../lexicon/done.ts';
import { findIn, isIn } from '../lexicon/phrases.ts';
import { perSentence, quote, saysSomething, type Sentence } from '../reading/sentence.ts';
import type { Finding } from '../spec-score.ts';

/** Scores how the work ends: with an event that anyone can look up (2), a feeling or an order to stop (1), or no end (0). */
export function scoreDone(sentences: readonly Sentence[]): Finding {
  const deliveries = sentences.filter(isDelivery);
  const ends = deliveries.length > 0 ? deliveries : sentences.filter(isEnd);
  return {
    level: deliveries.length > 0 ? 2 : ends.length > 0 ? 1 : 0,
    quotes: ends.map((sentence) => quote(sentence)),
  };
}

/** Sections that never say when the work ends. */
const asides: ReadonlySet<Section> = new Set(['context', 'steps', 'excluded', ...describing]);

/** True when the sentence asks for a delivery. */
export const isDelivery = perSentence(({ section, form, words }) => {
  if (asides.has(section) || section === 'constraints' || form === 'title') return false;
  const isEnding = section === 'done';
  if (isIn(descriptions, words)) return false;
  return (isEnding ? [...delivery, deliveredWord] : delivery).some((pattern) =>
    findIn(pattern, words).some(({ start }) => !isIn(notAsked, words.slice(Math.max(0, start - 40), start))),
  );
});

/** True when the sentence says when to stop, or to go on until something. */
export const isStop = perSentence(({ words }) => isIn(stopping, words));

function isEnd(sentence: Sentence): boolean {
  if (sentence.section === 'done') return sentence.form !== 'title' && saysSomething(sentence.words);
  return !asides.has(sentence.section) && isStop(sentence);
}
