import type { Sentence } from '../reading/sentence.ts';
import { clausesOf } from './clauses.ts';
import { isFreeHand, isRule } from './constraints.ts';
import { isDelivery, isStop } from './done.ts';
import { isCheck, namesCheck } from './success.ts';

/** The sentences that say what is wanted: not how it is checked, bounded or ended. Background only if nothing else does. */
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
export function ownClauses(sentence: Sentence): readonly Sentence[] {
  if (sentence.section === 'requirements' || isOwn(sentence)) return [sentence];
  const clauses = clausesOf(sentence);
  // "Speed it up, no constraints at all: new deps, another bundler" asks in what stands before the free hand
  const free = clauses.findIndex((clause) => isFreeHand(clause));
  const asked = free === -1 ? clauses : clauses.slice(0, free);
  const check = isCheck(sentence) ? asked.findIndex((clause) => namesCheck(clause)) : -1;
  // "Migrate the jobs; replay tests pass and totals match": what follows a check belongs to it
  return (check === -1 ? asked : asked.slice(0, check)).filter(isOwn);
}

/** What is left of a request without the parts that answer another question. */
function isOwn(sentence: Sentence): boolean {
  return (
    !isCheck(sentence) &&
    !isRule(sentence) &&
    !isFreeHand(sentence) &&
    !isStop(sentence) &&
    !isDelivery(sentence)
  );
}
