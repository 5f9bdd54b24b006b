import { soft } from '../lexicon/constraints.ts';
import { describing } from '../lexicon/sections.ts';
import { findIn } from '../lexicon/phrases.ts';
import { clausesOf, partOf, perSentence, type Sentence } from '../reading/sentence.ts';
import { isFreeHand, isRule } from './constraints.ts';
import { isDelivery, isStop } from './done.ts';
import { isCheck, namesCheck } from './success.ts';

/** The clauses of a sentence that answer no other question; a sentence that only asks stays whole. */
export const ownClauses = perSentence((sentence): readonly Sentence[] => {
  if (describing.has(sentence.section)) return isRule(sentence) ? [] : [sentence];
  if (isOwn(sentence)) return [sentence];
  const clauses = clausesOf(sentence).map(beforePreference).flatMap(beforeTests);
  // "Migrate the jobs; replay tests pass and totals match": the words after a check belong to the check.
  const check = isCheck(sentence) ? clauses.findIndex(namesCheck) : -1;
  return (check === -1 ? clauses : clauses.slice(0, check)).filter(isOwn);
});

/** In "Make the screens nicer with our existing components" the request ends before the preference. */
function beforePreference(clause: Sentence): Sentence {
  if (!isRule(clause) || isStop(clause) || isDelivery(clause) || isCheck(clause)) return clause;
  const part = partOf(clause, 0, findIn(soft, clause.words)[0]?.start);
  return part.words.trim().split(/\s+/u).length >= leastWords ? part : clause;
}

/** "Add an undo with tests" is a request and a check. */
function beforeTests(clause: Sentence): readonly Sentence[] {
  const cut = clause.words.search(/\s(?:with|including|plus) (?:\w{1,12} ){0,2}tests\b/iu);
  return cut === -1 || !isCheck(clause) ? [clause] : [partOf(clause, 0, cut), partOf(clause, cut)];
}

/** Fewer words before a preference are its own beginning ("try to …", "with our existing …"). */
const leastWords = 3;

/** True when the clause answers no other question of the rubric. */
function isOwn(sentence: Sentence): boolean {
  return ![isCheck, isRule, isFreeHand, isStop, isDelivery].some((answers) => answers(sentence));
}
