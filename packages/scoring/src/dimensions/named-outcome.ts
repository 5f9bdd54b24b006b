import type { Sentence } from '../reading/sentence.ts';
import type { Quote } from '../spec-score.ts';
import { quote } from './quote.ts';

/** Says whether the words in place of "X" name something: "it", "this" and "everything" don't. */
const nameless =
  /^(?:(?:it|this|that|these|those|them|things?|stuff|everything|something|anything|sure|better|nicer)\b|(?:the|our|my|all|every)$)/iu;

/**
 * Requests that name a state with a recognisable end. The first group is the thing that the request is about.
 *
 * "make the login tests pass", "fix all type errors", "migrate from Jest to Vitest",
 * "refactor the routes to use the validator"
 */
const patterns: readonly RegExp[] = [
  request('make|get', '(?:to\\s)?(?:pass|passing|green|compile|succeed)\\b'),
  request('make', '(?:print|show|list|return|log|exit|fail|reject|emit|accept|ignore|skip|retry)\\s'),
  /\b(?:fix|resolve|close|clear|address)\s(?:all|every|each|any)\s(?:of\s)?(?:the\s|our\s|my\s)?((?:[\w\uFFFC./-]{1,30}\s){0,4}(?:errors?|warnings?|failures?|violations?|tests?|findings?|vulnerabilit(?:y|ies)|advisor(?:y|ies)|deprecations?))\b/giu,
  /\b(?:migrate|port|convert|switch|move)\s[^.!?;\n]{0,60}?\bfrom\s([\p{L}\uFFFC@][^.!?;,\n]{0,40}?)\sto\s[\p{L}\uFFFC@][^\s.!?;,]{0,40}/giu,
  request('refactor|rewrite|convert|change|update', 'to\\suse\\s[\\p{L}\\uFFFC]'),
  request('refactor|rewrite|rework|restructure|change|cache', 'so\\s(?:that\\s)?\\p{L}'),
  request('replace|swap', '(?:with|by|for)\\s[\\p{L}\\uFFFC@]'),
  request('rename', '(?:in)?to\\s[\\p{L}\\uFFFC]'),
  request('split|extract|move', '(?:into|out\\sof)\\s[\\p{L}\\uFFFC]'),
  request('upgrade|bump|update', 'to\\s(?:v|version\\s)?\\d'),
  /\b(?:upgrade|migrate|move|switch|bump)\sto\s([\p{L}@][^.!?;,\n]{0,30}?)\sv?\d/giu,
  request(
    'increase|raise|bring|reduce|lower|cut|drop',
    '(?:above|below|under|over|to|by|at\\sleast|at\\smost|down\\sto|up\\sto)\\s[<>$€£]?\\d',
  ),
  request('delete|remove|drop', '', '(?:unused\\s|old\\s|legacy\\s|deprecated\\s)?\\uFFFC{2}'),
  request('halve|double', '', '\\p{L}{3}'),
  // What happens when: "an upload should be refused when it is too large"
  /\b(?:should|must|has to|have to|needs? to)\s([^.!?;\n]{3,80}?)\s(?:when|whenever|if|once|unless|after|instead of|on every|by default)\s/giu,
  /(?<=(?:^|[.!?\n]\s{0,4}|,\s))(?:when|whenever|if|once|after)\s([^.!?;,\n]{3,80}),?\s[^.!?;\n]{1,60}?\b(?:should|must|has to|have to|needs? to|shall)\b/giu,
];

/** A request: one of some verbs, the thing, and what follows it. A full stop inside a word belongs to the thing. */
function request(verbs: string, end: string, start = '[\\p{L}\\uFFFC@]'): RegExp {
  const thing = `((?:${start})(?:[^.!?;,\\n]|\\.\\w){0,60}?)`;
  const source = `\\b(?:${verbs})\\s(?:all\\s|every\\s)?(?:of\\s)?(?:the\\s|our\\s|my\\s)?${thing}`;
  // The quote ends with the last word.
  return new RegExp(`${end === '' ? source : `${source}\\s${end}`}[^\\s.!?;,]{0,40}`, 'giu');
}

/** Quotes the requests of a sentence that name their result. */
export function namedOutcomesIn(sentence: Sentence): readonly Quote[] {
  const { words, form, language } = sentence;
  if (language !== 'en' || form === 'table') return [];
  return patterns
    .flatMap((pattern) => [...words.matchAll(pattern)])
    .filter(({ 1: thing = '' }) => !nameless.test(thing))
    .map((found) => quote(sentence, found.index, found.index + found[0].length));
}
