import {
  checkNouns,
  cleanRun,
  command,
  demanding,
  mustBeFine,
  passing,
  runnable,
  separators,
  surelyPassing,
  testsAreTheWork,
  waived,
} from '../lexicon/success.ts';
import { direction } from '../lexicon/outcome.ts';
import type { Range } from '../lexicon/phrases.ts';
import { perSentence } from '../reading/per-sentence.ts';
import type { Sentence } from '../reading/sentence.ts';
import type { Finding, Quote } from '../spec-score.ts';
import { clausesOf } from './clauses.ts';
import { isStop } from './done.ts';
import { quote } from './quote.ts';

/** Scores the proof of the work: two or more checks (2), one check (1), or no check (0). */
export function scoreSuccess(sentences: readonly Sentence[]): Finding {
  const checks = sentences.flatMap(checksIn);
  const count = checks.length;
  return { level: count >= 2 ? 2 : count === 1 ? 1 : 0, quotes: checks };
}

/** True when the sentence asks for a check, so that its words belong to no other dimension. */
export function isCheck(sentence: Sentence): boolean {
  return checksIn(sentence).length > 0;
}

/** True when the sentence names a thing that can pass or fail, in any context. */
export function namesCheck(sentence: Sentence): boolean {
  return mentionsIn(sentence).length > 0;
}

/** Where the first thing that can pass or fail is named. */
export function startOfCheck(sentence: Sentence): number {
  return mentionsIn(sentence)[0]?.start ?? sentence.words.length;
}

const checksIn = perSentence((sentence: Sentence): readonly Quote[] => {
  const { section, form, words, language } = sentence;
  if (form === 'title' || section === 'context' || section === 'steps' || section === 'excluded') return [];
  const mentions = mentionsIn(sentence);
  if (section === 'success') return checksInList(sentence, mentions);
  if (isCommandItem(sentence)) return [quote(sentence)];
  if (mentions.length === 0) return isSurelyCheck(sentence) ? [quote(sentence)] : [];
  const passes = passing[language].isIn(words);
  if (isWaived(sentence) || (!passes && isTheWorkItself(sentence))) return [];
  const demanded = demanding[language].isIn(words);
  if (
    section === 'requirements' ||
    section === 'constraints' ||
    section === 'ask' ||
    section === 'scope' ||
    section === 'done'
  ) {
    if (
      !passes &&
      !(demanded && section !== 'constraints' && section !== 'requirements') &&
      !isFragment(sentence, mentions)
    )
      return [];
  }
  return [...groupsOf(sentence, mentions), ...unnamedIn(sentence)];
});

/** "The simulation passes": any subject is a check. */
function isSurelyCheck({ words, language, section }: Sentence): boolean {
  if (language !== 'en' || section === 'requirements' || section === 'constraints') return false;
  return (
    cleanRun.test(words) ||
    mustBeFine.test(words) ||
    (/\b(?:pass(?:es)?|green|succeeds?)(?=[.,;!)]|$|\s(?:and|at|on|when|before|after|again)\b)/iu.test(
      words,
    ) &&
      surelyPassing.test(words))
  );
}

/** "Replay tests pass, and for three days the totals match": the second part is a check without naming a test. */
function unnamedIn(sentence: Sentence): readonly Quote[] {
  if (sentence.language !== 'en') return [];
  return clausesOf(sentence)
    .filter(
      (clause) =>
        !namesCheck(clause) &&
        surelyPassing.test(clause.words) &&
        !/^(?:and )?(?:all |both |they |everything )/iu.test(clause.words),
    )
    .filter((clause) =>
      /\p{L}{3,20}\s(?:\w{1,12}\s){0,5}?(?:pass|match|succeed|exit|is|are|stay|come|remain)/iu.test(
        clause.words,
      ),
    )
    .map((clause) => quote(clause));
}

/** Where checks are listed, every item is one, and so is every part of "a; b; c". */
function checksInList(sentence: Sentence, mentions: readonly Range[]): readonly Quote[] {
  const { form, words, language } = sentence;
  if (!/\p{L}{2}|\uFFFC/u.test(words) || waived[language].isIn(words)) return [];
  if (form === 'prose') {
    if (isStop(sentence) && mentions.length === 0) return [];
    const says =
      mentions.length > 0 ||
      sentence.codes.length > 0 ||
      passing[language].isIn(words) ||
      demanding[language].isIn(words);
    if (!says) return [];
  }
  const parts = words.split(/[;；]/u).filter((part) => /\p{L}{2}|\uFFFC/u.test(part)).length;
  const groups = groupsOf(sentence, mentions);
  if (groups.length > parts) return groups;
  return Array.from({ length: parts }, () => quote(sentence));
}

/** The things that can pass or fail, where a sentence names them. */
const mentionsIn = perSentence(({ words, codes, language }: Sentence): readonly Range[] => {
  const nouns = checkNouns[language].findIn(words);
  const commands = codes
    .filter(({ text }) => command.test(text) || runnable.test(text))
    .map(({ start, end }) => ({ start, end }));
  return [...nouns, ...commands].sort((a, b) => a.start - b.start);
});

/** "The unit tests (`npm test`)" is one check; "unit tests and lint" are two. */
function groupsOf(sentence: Sentence, mentions: readonly Range[]): readonly Quote[] {
  const groups: Range[] = [];
  for (const mention of mentions) {
    const last = groups.at(-1);
    if (last !== undefined && !isSeparated(sentence, last.end, mention.start)) {
      groups[groups.length - 1] = { ...last, end: mention.end };
    } else groups.push(mention);
  }
  const checks = groups.map(({ start, end }) => quote(sentence, start, end));
  const conjuncts = subjectsOf(sentence, mentions);
  return conjuncts.length > checks.length ? conjuncts : checks;
}

function isSeparated(sentence: Sentence, from: number, to: number): boolean {
  const gap = sentence.words.slice(from, to);
  if (/^\s{0,9}[(（[]/u.test(gap)) return false;
  return /[,;+&/|、，；]|\s[-–—]\s/u.test(gap) || separators.isIn(gap) || gap.length > 60;
}

const notASubject =
  /^(?:on|in|at|after|when|if|before|once|for|with|also|finally|then|please|pls|again|afterwards|but|so|because|since|while|until|make sure|ensure|is|are|was|were|be|has|have|covers|that|which|who|to|it|i|we|you|this|don't|do|can|could|by|as|of)\b/iu;

/** In "npm audit, semgrep and the e2e suite all come back clean" every subject is a check. */
function subjectsOf(sentence: Sentence, mentions: readonly Range[]): readonly Quote[] {
  if (sentence.language !== 'en') return [];
  const { words } = sentence;
  const cue = passing.en.findIn(words)[0]?.start ?? -1;
  const first = mentions[0];
  if (cue === -1 || first === undefined || first.start > cue) return [];
  const checks: Quote[] = [];
  let start = 0;
  for (const found of [
    ...words.slice(0, cue).matchAll(/,\s|;|\s(?:and|plus|n|\+|&)\s|\s\+\s/giu),
    undefined,
  ]) {
    const end = found?.index ?? cue;
    const part = words.slice(start, end).trim();
    if (isNounPhrase(part)) checks.push(quote(sentence, start, end));
    start = end + (found?.[0].length ?? 0);
  }
  return checks;
}

function isNounPhrase(part: string): boolean {
  const wordCount = part.split(/\s+/u).length;
  return part !== '' && wordCount <= 6 && !notASubject.test(part) && /\p{L}{2}|\uFFFC/u.test(part);
}

function isWaived({ words, language }: Sentence): boolean {
  if (waived[language].isIn(words)) return true;
  // "All tests pass, so I can't find the bug" describes the present state
  return (
    language === 'en' &&
    /\b(?:pass|passes|green|passing|passed)(?: today| now| already)?,? (?:so|but|yet|though|however|and yet|and still)\b/iu.test(
      words,
    )
  );
}

function isTheWorkItself({ words, language }: Sentence): boolean {
  return language === 'en' ? testsAreTheWork.test(words) : direction[language].isIn(words);
}

/** "Unit tests + a manual check with heap snapshots." has no verb and needs none. */
function isFragment({ words }: Sentence, mentions: readonly Range[]): boolean {
  const covered = mentions.reduce((sum, { start, end }) => sum + end - start, 0);
  return mentions.length >= 2 && words.length < 90 && covered * 3 >= words.replaceAll(/\s/gu, '').length;
}

/** A list item that is a command and nothing else asks to run it. */
function isCommandItem({ form, words, codes }: Sentence): boolean {
  const only = codes[0];
  return (
    form === 'item' &&
    only !== undefined &&
    codes.length === 1 &&
    command.test(only.text) &&
    !/\p{L}/u.test(words)
  );
}
