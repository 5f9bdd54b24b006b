import { perSentence } from '../reading/per-sentence.ts';
import { partOf } from '../reading/part-of.ts';
import type { Sentence } from '../reading/sentence.ts';

const boundary =
  /[,;:](?=\s)|[,;:](?=[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])|\s(?=(?:so that|without|ohne|sans|sin|sem|senza|zonder|bez|без)\s)|[，、；：]|\s[-–—·•]\s|\n|\s(?:and|but|und|aber|et|mais|pero|mas|ma|maar|oraz|ale|и|но|а)\s/giu;

/** Cuts a sentence at commas, colons, dashes and the "and" or "but" between its parts. */
export const clausesOf = perSentence((sentence: Sentence): readonly Sentence[] => {
  const clauses: Sentence[] = [];
  let from = 0;
  const add = (to: number): void => {
    const whole = sentence.words.slice(from, to);
    from += whole.length - whole.trimStart().length;
    const end = Math.max(from, to - (whole.length - whole.trimEnd().length));
    const words = sentence.words.slice(from, end);
    if (/\p{L}{2}|\uFFFC/u.test(words)) clauses.push(partOf(sentence, from, end));
  };
  for (const found of sentence.words.matchAll(boundary)) {
    add(found.index);
    from = found.index + found[0].length;
  }
  add(sentence.words.length);
  return clauses;
});
