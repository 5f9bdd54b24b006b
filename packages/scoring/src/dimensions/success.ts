import { findIn, isIn } from '../lexicon/phrases.ts';
import {
  checkNouns,
  command,
  demanding,
  notASubject,
  passing,
  runnable,
  separators,
  surelyFine,
  testsAreTheWork,
  waived,
} from '../lexicon/success.ts';
import { describing } from '../lexicon/sections.ts';
import { perSentence, quote, saysSomething, type Sentence } from '../reading/sentence.ts';
import { type Finding, type Quote, toLevel } from '../spec-score.ts';
import { isStop } from './done.ts';

/** Scores the proof of the work: two or more checks (2), one check (1), or no check (0). */
export function scoreSuccess(sentences: readonly Sentence[]): Finding {
  const checks = sentences.flatMap(checksIn);
  return { level: toLevel(checks.length), quotes: checks };
}

/** True when the sentence asks for a check, so that its words belong to no other dimension. */
export function isCheck(sentence: Sentence): boolean {
  return checksIn(sentence).length > 0;
}

/** True when the sentence names a thing that can pass or fail, in any context. */
export function namesCheck(sentence: Sentence): boolean {
  return mentionsIn(sentence).length > 0;
}

const checksIn = perSentence((sentence): readonly Quote[] => {
  const { section, form, words, codes } = sentence;
  if (form === 'title' || ['context', 'steps', 'excluded'].includes(section)) return [];
  if (isIn(waived, words)) return [];
  const passes = isIn(passing, words);
  // In these sections "must" alone describes the product or the work.
  const isDescription = describing.has(section) || section === 'constraints';
  const isDemanded = !isDescription && isIn(demanding, words);
  const groups = groupsOf(sentence);
  if (section === 'success') {
    // Where checks are listed, every item is at least one.
    const isOne =
      form === 'prose'
        ? namesCheck(sentence) || ((passes || isDemanded || codes.length > 0) && !isStop(sentence))
        : saysSomething(words);
    return groups.length > 1 ? groups : isOne ? [quote(sentence)] : [];
  }
  if (groups.length === 0) {
    return !isDescription && isIn(surelyFine, words) ? [quote(sentence)] : [];
  }
  if (!passes && isIn(testsAreTheWork, words)) return [];
  return passes || isDemanded || isOnlyChecks(sentence) ? groups : [];
});

/** The things that can pass or fail, where a sentence names them. */
const mentionsIn = perSentence(({ words, codes }): readonly Quote[] => {
  const commands = codes.filter(({ text }) => isIn([command, runnable], text));
  return [...findIn(checkNouns, words), ...commands].toSorted((a, b) => a.start - b.start);
});

/** "The unit tests (`npm test`)" is one check; "unit tests and lint" are two. */
function groupsOf(sentence: Sentence): readonly Quote[] {
  const mentions = mentionsIn(sentence);
  const firsts = mentions.filter(({ start }, index) => {
    const before = mentions[index - 1];
    return before === undefined || isIn(separators, sentence.words.slice(before.end, start));
  });
  const groups = firsts.map(({ start }, index) => {
    const next = firsts[index + 1]?.start ?? sentence.words.length;
    return quote(sentence, start, mentions.findLast((mention) => mention.start < next)?.end);
  });
  const subjects = countSubjects(sentence.words, mentions);
  return subjects > groups.length ? Array.from({ length: subjects }, () => quote(sentence)) : groups;
}

/** In "npm audit, semgrep and the e2e suite all come back clean" every subject is a check. */
function countSubjects(words: string, [first]: readonly Quote[]): number {
  const cue = findIn(passing, words)[0]?.start ?? -1;
  if (first === undefined || first.start > cue) return 0;
  return words
    .slice(0, cue)
    .split(/,\s|;|\s(?:and|plus|n|\+|&)\s/iu)
    .map((part) => part.trim())
    .filter((part) => saysSomething(part) && part.split(/\s+/u).length <= 6 && !isIn(notASubject, part))
    .length;
}

/** "Unit tests + a manual check." has no verb and needs none; neither has a list item that is a command. */
function isOnlyChecks(sentence: Sentence): boolean {
  const { words, form } = sentence;
  if (form === 'item' && !/\p{L}/u.test(words)) return true;
  const named = mentionsIn(sentence).map(({ text }) => text);
  return named.length >= 2 && words.length < 90 && named.join('').length * 3 >= words.length;
}
