import { building, direction, facts, openEnded, order, results, vague } from '../lexicon/outcome.ts';
import { findIn, isIn } from '../lexicon/phrases.ts';
import { wanted } from '../lexicon/sections.ts';
import { endpoint, file, quotation } from '../lexicon/places.ts';
import { command } from '../lexicon/success.ts';
import { quote, type Sentence } from '../reading/sentence.ts';
import type { Finding, Level } from '../spec-score.ts';
import { isRule } from './constraints.ts';
import { isStop } from './done.ts';
import { ownClauses } from './request.ts';

/** The weight of facts that makes an outcome testable. */
const minPrecision = 1.8;

/** One fact about the product is a direction. */
const leastPrecision = 0.6;

/** Scores the outcome: testable facts (2), a direction (1), or only "better" (0). */
export function scoreOutcome(sentences: readonly Sentence[]): Finding {
  const asked = sentences.filter(({ section }) => wanted.has(section));
  const own = asked.flatMap(ownClauses);
  // A request that is worded as a rule ("The template should use …") or names a check ("Resolve the tsc error").
  const clauses = own.length > 0 ? own : asked.filter((one) => isRule(one) || isIn(order, one.words));
  const precise = clauses.filter((clause) => precisionOf(clause) > 0);
  const precision = precise.reduce((sum, clause) => sum + precisionOf(clause), 0);
  const isOpen = says(clauses, openEnded).length > 0;
  const expected = asked.filter(({ section, form }) => section === 'expected' && form !== 'title');
  const named = [...says(asked, results), ...expected];
  if (precision >= minPrecision && !isOpen) return finding(2, precise);
  if (named.length > 0 && !isOpen) return finding(2, named);
  const isVague = says(clauses, vague).length > 0;
  const [best = []] = [
    says(clauses, direction),
    // Something to be built is a direction, unless the request is for "better".
    isVague ? [] : says(clauses, building),
    isOpen || precision < leastPrecision ? [] : precise,
    // "Iterate on the prompt until summaries get shorter" is a stop and the request at once.
    isVague ? [] : says(asked.filter(isStop), direction),
    // A bug that is only described.
    isVague || isOpen ? [] : told(sentences),
  ].filter((found) => found.length > 0);
  return finding(best.length > 0 ? 1 : 0, best);
}

function finding(level: Level, clauses: readonly Sentence[]): Finding {
  return { level, quotes: clauses.map((clause) => quote(clause)) };
}

function says(clauses: readonly Sentence[], patterns: RegExp | readonly RegExp[]): readonly Sentence[] {
  return clauses.filter(({ words, form }) => form !== 'table' && isIn(patterns, words));
}

/** The background, if it says enough that somebody could test. */
function told(sentences: readonly Sentence[]): readonly Sentence[] {
  const facts = sentences.filter((one) => one.section === 'context' && precisionOf(one) > 0);
  return facts.reduce((sum, one) => sum + precisionOf(one), 0) >= minPrecision ? facts : [];
}

/** How much a clause says that somebody could test. */
function precisionOf({ text, words, section, form, codes }: Sentence): number {
  if (form === 'title') return 0;
  // Code or output shows what happens, whatever it says.
  if (section === 'example') return minPrecision / 2;
  // Code spans that are values or names of the product, not places of the work.
  const values = codes.filter((code) => !isIn([command, file, endpoint], code.text));
  return facts
    .map(([pattern, weight, most]) => Math.min(most, findIn(pattern, words).length) * weight)
    .reduce((sum, weight) => sum + weight, findIn(quotation, text).length + values.length * 0.7);
}
