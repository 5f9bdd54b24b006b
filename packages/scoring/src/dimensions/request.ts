import { perSentence } from '../reading/per-sentence.ts';
import type { Sentence } from '../reading/sentence.ts';
import { soft } from '../lexicon/constraints.ts';
import { partOf } from '../reading/part-of.ts';
import { clausesOf } from './clauses.ts';
import { isFreeHand, isRule } from './constraints.ts';
import { isDelivery, isStop } from './done.ts';
import { isCheck, namesCheck, startOfCheck } from './success.ts';

/** The sentences that describe the goal, without checks, limits and endings. Includes background only if nothing else is left. */
export function requestOf(sentences: readonly Sentence[]): readonly Sentence[] {
  const asked = sentences.filter((sentence) => isRequest(sentence) && sentence.section !== 'context');
  const hasAsk = asked.some((sentence) => sentence.form !== 'title');
  return hasAsk ? asked : sentences.filter(isRequest);
}

function isRequest(sentence: Sentence): boolean {
  return (
    (sentence.section === 'ask' || sentence.section === 'scope' || sentence.section === 'context') &&
    sentence.form !== 'table'
  );
}

/** The clauses of a sentence that answer no other question; a sentence that only asks stays whole. */
export const ownClauses = perSentence((sentence: Sentence): readonly Sentence[] => {
  if (sentence.section === 'requirements') return isRule(sentence) ? [] : [sentence];
  if (isOwn(sentence)) return [sentence];
  const clauses = clausesOf(sentence).map(beforePreference);
  // In "Speed it up, no constraints at all: new deps, another bundler" the request ends before the free hand
  const free = clauses.findIndex((clause) => isFreeHand(clause));
  const asked = free === -1 ? clauses : clauses.slice(0, free);
  const check = isCheck(sentence) ? asked.findIndex((clause) => namesCheck(clause)) : -1;
  // "Migrate the jobs; replay tests pass and totals match": the words after a check belong to the check
  if (check === 0) return beforeCheck(asked[0]);
  return (check === -1 ? asked : asked.slice(0, check)).filter(isOwn);
});

/** In "Bump every dependency so that `npm audit` reports 0" the request ends before the check. */
function beforeCheck(clause: Sentence | undefined): readonly Sentence[] {
  if (clause === undefined) return [];
  const part = partOf(clause, 0, startOfCheck(clause));
  return part.words.trim().split(/\s+/u).length > leastWords && isOwn(part) ? [part] : [];
}

/** In "Make the screens nicer with our existing components" the request ends before the preference. */
function beforePreference(clause: Sentence): Sentence {
  if (!isRule(clause) || isStop(clause) || isDelivery(clause) || isCheck(clause)) return clause;
  const end = soft[clause.language].findIn(clause.words)[0]?.start ?? -1;
  const part = end === -1 ? clause : partOf(clause, 0, end);
  return part.words.trim().split(/\s+/u).length >= leastWords ? part : clause;
}

/** Fewer words before a preference are its own beginning ("try to …", "with our existing …"). */
const leastWords = 3;

/** True when the clause answers no other question of the rubric. */
function isOwn(sentence: Sentence): boolean {
  return (
    !isCheck(sentence) &&
    !isRule(sentence) &&
    !isFreeHand(sentence) &&
    !isStop(sentence) &&
    !isDelivery(sentence)
  );
}
