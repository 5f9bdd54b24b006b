import type { Sentence } from './sentence.ts';

/**
 * Caches a pure function of a sentence for the sentence's lifetime.
 * Five dimensions ask the same questions of the same sentences.
 */
export function perSentence<T extends object>(answer: (sentence: Sentence) => T): (sentence: Sentence) => T {
  const answers = new WeakMap<Sentence, T>();
  return (sentence) => {
    const known = answers.get(sentence);
    if (known !== undefined) return known;
    const found = answer(sentence);
    answers.set(sentence, found);
    return found;
  };
}
