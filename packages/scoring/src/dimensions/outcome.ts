import type { Language } from '../lexicon/language.ts';
import {
  behaviour,
  building,
  change,
  condition,
  direction,
  openEnded,
  universal,
  vague,
} from '../lexicon/outcome.ts';
import { command } from '../lexicon/success.ts';
import { endpoint, file } from '../lexicon/places.ts';
import type { Sentence } from '../reading/sentence.ts';
import type { Finding, Quote } from '../spec-score.ts';
import { isStop } from './done.ts';
import { namedOutcomesIn } from './named-outcome.ts';
import { quote } from './quote.ts';
import { ownClauses } from './request.ts';

/** The weight of facts that makes an outcome testable. */
const minPrecision = 1.8;

/** Scores the outcome: testable facts (2), a direction (1), or only "better" (0). */
export function scoreOutcome(sentences: readonly Sentence[]): Finding {
  const about = sentences.filter(isAboutOutcome);
  const clauses = about.flatMap(ownClauses);
  const facts = clauses.map((clause) => ({ clause, weight: precisionOf(clause) }));
  const precise = facts.filter(({ weight }) => weight > 0);
  const sum = precise.reduce((total, { weight }) => total + weight, 0);
  const stated = sentences.filter(isRequested).flatMap(namedOutcomesIn);
  const isOpen = clauses.some((clause) => openEnded[clause.language].isIn(clause.words));
  if (sum >= minPrecision && !(isOpen && sum < minPrecision * 2)) {
    return { level: 2, quotes: precise.map(({ clause }) => quote(clause)) };
  }
  if (stated.length > 0 && !isOpen) return { level: 2, quotes: stated };
  const named = clauses.filter((clause) => clause.section !== 'context').flatMap(directionsIn);
  if (named.length > 0) return { level: 1, quotes: named };
  const buildings = buildingsIn(clauses.filter((clause) => clause.section !== 'context'));
  if (buildings.length > 0) return { level: 1, quotes: buildings };
  if (precise.length > 0 && !isOpen) return { level: 1, quotes: precise.map(({ clause }) => quote(clause)) };
  const background = clauses.filter((clause) => clause.section === 'context').flatMap(directionsIn);
  if (background.length > 0 && !hasVague(clauses)) return { level: 1, quotes: background };
  // "Iterate on the prompt until summaries get shorter" is a stop and the request at once
  const stops = hasVague(clauses) ? [] : about.filter(isStop).flatMap(directionsIn);
  return { level: stops.length > 0 ? 1 : 0, quotes: stops };
}

function isAboutOutcome({ section }: Sentence): boolean {
  return section === 'ask' || section === 'scope' || section === 'requirements' || section === 'context';
}

function isRequested({ section }: Sentence): boolean {
  return section === 'ask' || section === 'scope' || section === 'requirements';
}

function precisionOf(clause: Sentence): number {
  const { words, language, section, form } = clause;
  if (form === 'title' || section === 'context')
    return form === 'title' ? Math.min(0.5, measures(words) * 0.5) : 0;
  let weight = 0;
  weight += Math.min(2, measures(words) + 0.5 * Math.min(2, count(words, numberWords)));
  if (target.test(words)) weight += 1;
  weight += Math.min(2, clause.quotations.length) * 1;
  weight += Math.min(2, values(clause)) * 0.7;
  if (change[language].isIn(words)) weight += 1;
  weight += [0, 0.6, 0.9][Math.min(2, behaviours(words, language))] ?? 0;
  if (condition[language].isIn(words)) weight += 0.4;
  if (condition[language].isIn(words) && demand.test(words)) weight += 0.5;
  if (universal[language].isIn(words)) weight += 0.4;
  if (nothingLeft.test(words)) weight += 0.6;
  if (enumeration.test(words)) weight += 0.6;
  else if (count(words, /[,、，]/gu) >= 2) weight += 0.3;
  if (section === 'requirements' && form === 'item') weight += 0.5;
  return weight >= 0.9 || section === 'requirements' ? weight : 0;
}

/** A number to be reached: "<100ms", "under 150 ms", "by 30 %". */
const target =
  /(?:[<>≤≥]=?|\b(?:under|below|at least|at most|within|less than|more than|no more than|faster than|up to|by|to|of|unter|höchstens|mindestens|moins de|au moins|menos de|al menos|meno di|almeno|minder dan|poniżej|менее|не более))\s?\d[\d.,]{0,9}\s?(?:%|ms|s\b|sec\w{0,4}|min\w{0,4}|hours?|kb|mb|gb|kib|mib|fps|rps|qps|px|x\b|°|percent|prozent)/iu;

/** "When this happens, that should" gives a reader something to try. */
const demand = /\b(?:should|must|shall|has to|have to|needs to)\b/iu;

/** "No warnings left" is a state that a reader can check. */
const nothingLeft =
  /\b(?:no|zero|none|nothing)\b[^.!?\n]{0,40}?\b(?:left|remain\w{0,3}|anywhere|any ?more|finds nothing|disappear\w{0,2}|gone)\b|\bfinds nothing\b/iu;

/** Numbers that people write out; "one" is mostly an article. */
const numberWords =
  /\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|hundred|one decimal|half|twice|zwei|drei|vier|fünf|zehn|deux|trois|quatre|cinq|dix|dos|tres|cuatro|cinco|diez|dois|três|quatro|dez|due|tre|quattro|cinque|dieci|twee|drie|vijf|tien|dwa|trzy|cztery|pięć)\b/giu;

/** "Three lines: this, that and the other". */
const enumeration = /:[^.!?:\n]{2,80}?,[^.!?:\n]{2,80}?(?:,|\sand\s|\bor\b)/iu;

/** "Is skipped", "are listed": English also describes behaviour in the passive. */
const passive = /\b(?:is|are|gets?|be)\s(?:\w{2,14}ly\s)?\w{3,14}(?:ed|en|wn|ept|ost|ade|ent|eft)\b/giu;

function behaviours(words: string, language: Language): number {
  return behaviour[language].findIn(words).length + (language === 'en' ? count(words, passive) : 0);
}

function count(words: string, pattern: RegExp): number {
  return words.match(pattern)?.length ?? 0;
}

const measure =
  /(?<![\p{L}\p{N}._#-])[<>≤≥~]?\s?[$€£]?\d{1,9}(?:[.,:]\d{1,6}){0,3}(?:\s?(?:%|‰|[a-zµ°]{1,12}|€|[年月日分秒時回件行個页次条个毫天小]|초|분|회|건|개|일))?(?![\p{L}\p{N}_])/giu;

/** Numbers that measure or choose; versions and years belong to names. */
function measures(words: string): number {
  return [...words.matchAll(measure)].filter(({ 0: found, index }) => {
    const lead = words.slice(Math.max(0, index - 12), index);
    if (/(?:[A-Z]\w{1,20}|#|\bv|version|issue|ticket|step|phase|python|node|java|php)\s?$/u.test(lead))
      return false;
    return !/^(?:19|20)\d\d$/u.test(found.trim());
  }).length;
}

/** Code spans that are values or names of the product, not places of the work. */
function values({ codes }: Sentence): number {
  return codes.filter(({ text }) => !command.test(text) && !file.test(text) && !endpoint.test(text)).length;
}

function directionsIn(clause: Sentence): readonly Quote[] {
  if (clause.form === 'table') return [];
  const own = withoutNoise(clause.words);
  const isNamed =
    direction[clause.language].isIn(own) ||
    (clause.language === 'en' && (moreOf.test(own) || namedFault.test(own)));
  return isNamed ? [quote(clause)] : [];
}

/** "Fix the login bug" names the fault; "fix the bugs" doesn't. */
const namedFault =
  /\bfix(?:es|ing)?\s(?:the\s|a\s|an\s|this\s|our\s|all\s)?(?!(?:remaining|some|other|stupid|annoying|weird|any)\s)(?:[\w./-]{3,30}\s){1,4}(?:bugs?|crash(?:es)?|errors?|failures?|warnings?|regressions?|tests?)\b/iu;

/** "More forgiving" is a direction, "less awful" isn't. */
const moreOf =
  /\b(?:more|less|too)\s(?!much\b|many\b|well\b|of\b|or\b|and\b|than\b|time|to\b|details?\b|love|bad|awful|ugly|terrible|horrible|crap\w{0,20}|gross|nice|good|beautiful|modern|pleasant|presentable|professional|embarrass\w{1,20}|polished|attractive|sexy|messy|annoying|painful|stuff|things?|info\w{0,20}|eyesore|garbage|shitty|weird|stupid)[a-z]{4,20}(?=[\s,.;!?)]|$)/iu;

/** Something to be built is a direction, unless the request is mainly for "better". */
function buildingsIn(clauses: readonly Sentence[]): readonly Quote[] {
  if (hasVague(clauses.slice(0, opening))) return [];
  return clauses
    .filter(({ words, language, form }) => form !== 'table' && building[language].isIn(words))
    .map((clause) => quote(clause));
}

/** A title and a sentence or two give the main topic of the request. */
const opening = 4;

function withoutNoise(words: string): string {
  return words.replaceAll(
    /\b(?:quick (?:q|question|look)|take a quick look|good enough|fast-moving)\b/giu,
    (found) => ' '.repeat(found.length),
  );
}

function hasVague(clauses: readonly Sentence[]): boolean {
  return clauses.some(({ words, language }) => vague[language].isIn(words));
}
