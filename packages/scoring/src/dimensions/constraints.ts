import { hard, limits, noRules, resource, soft, workObjects } from '../lexicon/constraints.ts';
import { isIn } from '../lexicon/phrases.ts';
import { describing } from '../lexicon/sections.ts';
import { clausesOf, perSentence, quote, type Sentence } from '../reading/sentence.ts';
import { type Finding, type Quote, toLevel } from '../spec-score.ts';
import { isDelivery, isStop } from './done.ts';
import { isCheck } from './success.ts';

/** A rule for the work. */
interface Rule {
  /** A reviewer could detect a violation. */
  readonly isHard: boolean;
  /** "At most 20 per page" alone describes the product; next to another rule it is one more rule. */
  readonly isLimit: boolean;
  readonly quote: Quote;
}

/** Scores the rules for the work: two or more hard rules (2), one rule or only soft ones (1), or no rule (0). */
export function scoreConstraints(sentences: readonly Sentence[]): Finding {
  const rules = sentences.flatMap(rulesIn);
  const others = rules.filter((rule) => !rule.isLimit);
  const counted = others.some((rule) => rule.isHard) ? rules : others;
  const isTwice = counted.filter((rule) => rule.isHard).length >= 2;
  return {
    level: isTwice ? 2 : toLevel(Math.min(1, counted.length)),
    quotes: counted.map((rule) => rule.quote),
  };
}

/** True when the sentence sets a rule for the work, so that its words belong to no other dimension. */
export function isRule(sentence: Sentence): boolean {
  return rulesIn(sentence).some((rule) => !rule.isLimit);
}

/** True when the sentence gives a free hand. */
export function isFreeHand({ words }: Sentence): boolean {
  return isIn(noRules, words);
}

const rulesIn = perSentence((sentence): readonly Rule[] => {
  const { section, form } = sentence;
  if (form === 'title' || ['context', 'success', 'steps', 'done'].includes(section)) return [];
  if (isFreeHand(sentence)) return [];
  if (section === 'excluded') return [ruleOf(sentence, false)];
  if (describing.has(section)) {
    // A list of requirements describes the product, but a ban on dependencies in it is still a rule.
    return rulesInClauses(sentence).filter(({ isHard, quote: { text } }) =>
      isHard ? isIn(workObjects, text) : form === 'prose',
    );
  }
  const rules = rulesInClauses(sentence);
  return section === 'constraints' && rules.length === 0 ? [ruleOf(sentence, true)] : rules;
});

/** Each clause that holds a rule counts once: "no new deps, no schema change" are two. */
function rulesInClauses(sentence: Sentence): readonly Rule[] {
  const isListed = sentence.section === 'constraints';
  return clausesOf(sentence)
    .filter((clause) => isListed || !(isCheck(clause) || isStop(clause) || isDelivery(clause)))
    .flatMap(rulesInClause);
}

function rulesInClause(clause: Sentence): readonly Rule[] {
  const { words } = clause;
  const hits = hard.flatMap((pattern) => [...words.matchAll(pattern)]);
  // A soft word inside a ban ("don't touch existing migrations") doesn't make the ban soft.
  if (hits.length === 0) return isIn(soft, words) ? [ruleOf(clause, false)] : [];
  const isLimit = clause.section !== 'constraints' && isIn(limits, words) && !isIn(resource, words);
  const rule = ruleOf(clause, true, isLimit);
  // "Without touching headers or allocating" are two.
  const isTwice = hits.some((hit) => /^(?:or|nor|and) /iu.test(hit[0])) && /\bwithout\b/iu.test(words);
  return isTwice ? [rule, rule] : [rule];
}

function ruleOf(sentence: Sentence, isHard: boolean, isLimit = false): Rule {
  return { isHard, isLimit, quote: quote(sentence) };
}
