import type { PlanScore } from '@loopwright/scoring';

/** From so many points on a spec is clear enough to work by (seed 003), and to be shaped (seed 002). */
export const LEAST_POINTS = 5;

/** Of 1,800 real requests nearly all that are longer tell more than a quality ("make it faster"). */
const FEW_WORDS = 10;

/** A mention of a document of the project, as people type it in their client: "@docs/plan.md, the rest of it". */
const DOCUMENT = /(?:^|[\s(])@[\w./-]+\.(?:md|mdx|txt)\b/u;

/** True for a text that a run can work on, with nobody to ask: it says what will be true, and where or in some detail. */
export function isClearAlone({ total, outcome, scope, isEnglish }: PlanScore, text: string): boolean {
  if (total >= LEAST_POINTS || !isEnglish || DOCUMENT.test(text)) return true;
  return outcome > 0 && (outcome + scope >= 2 || text.trim().split(/\s+/u).length >= FEW_WORDS);
}
