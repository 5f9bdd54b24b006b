import {
  hard,
  hedges,
  hardAbroad,
  limitsAbroad,
  modal,
  nothingMuch,
  noRules,
  noRulesAbroad,
  openingBans,
  resource,
  soft,
  workObjects,
} from '../lexicon/constraints.ts';
import { perSentence } from '../reading/per-sentence.ts';
import type { Sentence } from '../reading/sentence.ts';
import type { Finding, Quote } from '../spec-score.ts';
import { partOf } from '../reading/part-of.ts';
import { clausesOf } from './clauses.ts';
import { isDelivery, isStop } from './done.ts';
import { quote } from './quote.ts';
import { isCheck } from './success.ts';

/** A rule for the work: hard when a reviewer could detect a violation. */
interface Rule {
  readonly strength: 'hard' | 'soft';
  readonly isLimit: boolean;
  readonly quote: Quote;
}

/** Scores the rules for the work: two or more hard rules (2), one rule or only soft ones (1), or no rule (0). */
export function scoreConstraints(sentences: readonly Sentence[]): Finding {
  const rules = sentences.flatMap(rulesIn);
  // "at most 20 per page" alone describes the product; next to another rule it is one more rule
  const others = rules.filter((rule) => !rule.isLimit);
  const counted = others.some((rule) => rule.strength === 'hard') ? rules : others;
  const hardCount = counted.filter((rule) => rule.strength === 'hard').length;
  return {
    level: hardCount >= 2 ? 2 : counted.length > 0 ? 1 : 0,
    quotes: counted.map((rule) => rule.quote),
  };
}

/** True when the sentence sets a rule for the work, so that its words belong to no other dimension. */
export function isRule(sentence: Sentence): boolean {
  return rulesIn(sentence).some((rule) => !rule.isLimit);
}

const rulesIn = perSentence((sentence: Sentence): readonly Rule[] => {
  const { section, form } = sentence;
  if (form === 'title' || section === 'context' || section === 'success' || section === 'steps') return [];
  if (section === 'done') return [];
  if (section === 'requirements') return rulesAmongRequirements(sentence);
  if (section === 'excluded') return [{ strength: 'soft', isLimit: false, quote: quote(sentence) }];
  if (isFreeHand(sentence)) return rulesAfterFreeHand(sentence);
  const listed = section === 'constraints';
  if (!listed && (isStop(sentence) || isDelivery(sentence)))
    return rulesInClauses(sentence, (clause) => !isStop(clause) && !isDelivery(clause));
  if (!listed && isCheck(sentence)) return rulesInClauses(sentence, (clause) => !isCheck(clause));
  const rules = rulesInClauses(sentence, () => true);
  if (!listed || rules.length > 0) return rules;
  return isSaying(sentence) ? [{ strength: 'hard', isLimit: false, quote: quote(sentence) }] : [];
});

/** A list of requirements describes the product, but a ban on dependencies in it is still a rule. */
function rulesAmongRequirements(sentence: Sentence): readonly Rule[] {
  if (isStop(sentence) || isCheck(sentence)) return [];
  return rulesInClauses(sentence, ({ words }) => sentence.form === 'prose' || workObjects.test(words)).filter(
    ({ strength, quote: { text } }) =>
      (sentence.form === 'prose' && strength === 'soft') || (strength === 'hard' && workObjects.test(text)),
  );
}

/** "Do anything you like, but no new deps and stay on Java 17" sets rules after the "but". */
function rulesAfterFreeHand(sentence: Sentence): readonly Rule[] {
  const found = /\b(?:but|except|however|as long as|provided that)\b[:,]?/iu.exec(sentence.words);
  if (found === null) return [];
  const rest = partOf(sentence, found.index + found[0].length, sentence.words.length);
  return isFreeHand(rest)
    ? []
    : rulesInClauses(rest, (clause) => !isCheck(clause) && !isStop(clause) && !isDelivery(clause));
}

function isSaying({ form, words }: Sentence): boolean {
  return form !== 'prose' || /\d|\uFFFC|\b(?:must|only|not|no)\b/iu.test(words);
}

/** True when the sentence gives a free hand. */
export function isFreeHand({ words, language }: Sentence): boolean {
  return language === 'en' ? noRules.test(words) : noRulesAbroad[language].isIn(words);
}

/** Each clause that holds a rule counts once: "no new deps, no schema change" are two. */
function rulesInClauses(sentence: Sentence, counts: (clause: Sentence) => boolean): readonly Rule[] {
  const clauses = clausesOf(sentence).filter(counts);
  const rules = clauses.map((clause) => ruleIn(clause));
  if (
    sentence.language !== 'en' ||
    !rules.flat().some(({ strength, isLimit }) => strength === 'hard' && !isLimit)
  ) {
    return rules.flat();
  }
  return clauses.flatMap((clause, index) => {
    const found = rules[index] ?? [];
    const isFurther = found.length === 0 && modal.test(clause.words) && !isCheck(clause);
    return isFurther ? [{ strength: 'hard', isLimit: false, quote: quote(clause) } as const] : found;
  });
}

function ruleIn(clause: Sentence): readonly Rule[] {
  const { words, language, section } = clause;
  // "So that no file mentions it" is a purpose, not a rule
  if (/^so that\b/iu.test(words)) return [];
  if ((soft[language].isIn(words) || nothingMuch.test(words)) && !isBan(clause)) {
    return [{ strength: 'soft', isLimit: false, quote: quote(clause) }];
  }
  const count = language === 'en' ? hardIn(words) : hardAbroadIn(clause);
  if (count === 0) return [];
  const isLimit = section !== 'constraints' && isOnlyLimit(clause);
  return Array.from({ length: count }, () => ({ strength: 'hard', isLimit, quote: quote(clause) }) as const);
}

/** One rule a clause, but "without touching headers or allocating" are two. */
function hardIn(words: string): number {
  const hits = hard.flatMap((pattern) => [...words.matchAll(pattern)]);
  if (hits.length === 0) return 0;
  return hits.some((hit) => /^(?:or|nor|and) /iu.test(hit[0])) && /\bwithout\b/iu.test(words) ? 2 : 1;
}

function hardAbroadIn(clause: Sentence): number {
  return isBanAbroad(clause) || limitsAbroad[clause.language].isIn(clause.words) ? 1 : 0;
}

function isBanAbroad({ words, language }: Sentence): boolean {
  if (hardAbroad[language].isIn(words)) return true;
  if (limitsAbroad[language].isIn(words)) return false;
  const opening = openingBans[language].findIn(words)[0]?.start ?? -1;
  return opening !== -1 && opening <= longestConnective;
}

/** Room for an "and" before the clause's own first word. */
const longestConnective = 4;

/** A soft word inside a ban ("don't touch existing migrations") doesn't make the ban soft. */
function isBan(clause: Sentence): boolean {
  const { words, language } = clause;
  if (hedges[language].isIn(words)) return false;
  return language === 'en' ? banWords.test(words) && hardIn(words) > 0 : hardAbroad[language].isIn(words);
}

const banWords =
  /\b(?:don['’]?t (?!over|re-?|go|turn|get)|do not (?!over|go|turn)|must|may not|cannot|can['’]?t|never|no new|no third|without|only|has to|have to|unchanged|compatible|frozen|banned)/iu;

const limitOnly =
  /\b(?:at most|no more than|not more than|no larger than|no longer than|no bigger than|max(?:imum)?\.?|fewer than|less than|under|below|within|not exceed|exceeding|longer than|more than|larger than|bigger than|up to|limit|cap|over|above|beyond)\b|[<≤]/iu;

function isOnlyLimit(clause: Sentence): boolean {
  const { words, language } = clause;
  if (language !== 'en') return !isBanAbroad(clause);
  if (!limitOnly.test(words) || !/\d|\b(?:one|two|three|five|ten|a) \w/iu.test(words)) return false;
  return !resource.test(words) && !/\b(?:don['’]?t|must ?n[o'’]?t|without|only|no new)\b/iu.test(words);
}
