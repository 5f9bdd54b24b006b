import type { Sentence } from './sentence.ts';

/**
 * Remembers what a pure question about a sentence was answered, for as long as the sentence lives.
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
