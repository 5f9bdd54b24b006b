import { behaviour } from '../lexicon/outcome.ts';
import {
  deliveredWord,
  delivery,
  deliveryAbroad,
  history,
  jargon,
  notAsked,
  notAskedAbroad,
  stopping,
  stoppingAbroad,
} from '../lexicon/done.ts';
import { perSentence } from '../reading/per-sentence.ts';
import type { Sentence } from '../reading/sentence.ts';
import type { Finding, Quote } from '../spec-score.ts';
import { quote } from './quote.ts';

/** Scores how the work ends: with an event that anyone can look up (2), a feeling or an order to stop (1), or no end (0). */
export function scoreDone(sentences: readonly Sentence[]): Finding {
  const deliveries = sentences.flatMap(deliveriesIn);
  if (deliveries.length > 0) return { level: 2, quotes: deliveries };
  const stops = sentences.flatMap(stopsIn);
  return { level: stops.length > 0 ? 1 : 0, quotes: stops };
}

/** True when the sentence asks for a delivery. */
export function isDelivery(sentence: Sentence): boolean {
  return deliveriesIn(sentence).length > 0;
}

const deliveriesIn = perSentence((sentence: Sentence): readonly Quote[] => {
  if (sentence.section === 'context' || sentence.section === 'steps' || sentence.section === 'requirements')
    return [];
  if (sentence.section === 'constraints' || sentence.section === 'excluded' || sentence.form === 'title')
    return [];
  const { words } = sentence;
  if (history.test(words)) return [];
  const asked = sentence.language === 'en' ? isAskedInEnglish(sentence) : isAskedAbroad(sentence);
  return asked && !isAboutFeature(sentence) ? [quote(sentence)] : [];
});

function isAskedInEnglish({ words, section }: Sentence): boolean {
  const patterns = section === 'done' ? [...delivery, deliveredWord] : delivery;
  return patterns.some((pattern) => [...words.matchAll(pattern)].some((match) => isAsked(words, match)));
}

function isAskedAbroad({ words, language, section }: Sentence): boolean {
  if (!deliveryAbroad[language].isIn(words) || notAskedAbroad[language].isIn(words)) return false;
  // "The button becomes active when the invoice is published" describes software behaviour
  return (
    section === 'done' ||
    !behaviour[language].isIn(words) ||
    jargon.test(words) ||
    stoppingAbroad[language].isIn(words)
  );
}

function isAsked(words: string, match: RegExpExecArray): boolean {
  const before = words.slice(Math.max(0, match.index - 40), match.index + leadLength(match[0]));
  return !notAsked.some((pattern) => pattern.test(before));
}

/** A match may begin with the comma or the "and" that introduces the verb. */
function leadLength(found: string): number {
  return /^[,;:.!–—-]?\s{0,2}(?:(?:and|then|please|also|to)\s)?/u.exec(found)?.[0].length ?? 0;
}

/** "When a PR is merged, the bot should comment" describes software behaviour, not the end of the work. */
const featureTalk =
  /\b(?:when|whenever|if|after|once|every time|each time)\b[^.!?\n]{0,60}?\b(?:merged|released|deployed|published|tagged|approved|pushed|shipped|uploaded|submitted|accepted)\b[^.!?\n]{0,20}?,[^.!?\n]{0,60}?\b(?:should|must|shall|shows?|sends?|gets?|posts?|returns?|will|has to|needs to)\b/iu;

function isAboutFeature(sentence: Sentence): boolean {
  return sentence.section !== 'done' && featureTalk.test(sentence.words);
}

/** True when the sentence says when to stop, or to go on until something. */
export function isStop(sentence: Sentence): boolean {
  return stopOf(sentence).isStop;
}

const stopOf = perSentence((sentence) => ({
  isStop:
    sentence.language === 'en'
      ? stopping.some((pattern) => sentence.words.search(pattern) !== -1)
      : stoppingAbroad[sentence.language].isIn(sentence.words),
}));

function stopsIn(sentence: Sentence): readonly Quote[] {
  const { section, words } = sentence;
  if (section === 'done' && sentence.form !== 'title' && /\p{L}{2}/u.test(words)) return [quote(sentence)];
  if (section === 'requirements' || section === 'steps' || section === 'excluded' || section === 'context')
    return [];
  return isStop(sentence) ? [quote(sentence)] : [];
}
