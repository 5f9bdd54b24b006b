import type { SessionWords } from './contract.ts';
import { QUESTIONS } from './questions.ts';
import type { Answers } from './read-answers.ts';

/** Older answers belong to loops that have begun long ago. */
const MAX_ANSWERS = 20;

/**
 * Adds answers of the user to their words. Who resumes the loop that is here gives up the start that they typed, which
 * has no run yet, or only its draft.
 */
export function withAnswers(
  words: SessionWords,
  { flags, counted }: Answers,
  { at, drafted }: { readonly at: number; readonly drafted: string | undefined },
): SessionWords {
  const answers = [...(words.answers ?? []), { at, flags: { ...flags } }].slice(-MAX_ANSWERS);
  const [resume] = QUESTIONS.left.choices[0];
  const isResumed = counted.left?.trim().toLowerCase() === resume.toLowerCase();
  const contracts = words.contracts.map((one, index, { length }) => {
    const isUnstarted = index === length - 1 && (one.run === undefined || one.run === drafted);
    return isResumed && isUnstarted ? { ...one, isWaived: true } : one;
  });
  return { ...words, answers, contracts };
}

/** The flags that the user's answers since a moment stand for; a later answer counts more. */
export function answeredSince({ answers = [] }: SessionWords, since: number): Answers['flags'] {
  return Object.assign({}, ...answers.filter(({ at }) => at >= since).map(({ flags }) => flags));
}
