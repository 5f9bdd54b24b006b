import type { Sentence } from '../reading/sentence.ts';
import type { Quote } from '../spec-score.ts';
import { quote } from './quote.ts';

/** Says whether the words in place of "X" name something: "it", "this" and "everything" don't. */
const nameless =
  /^(?:it|this|that|these|those|them|things?|stuff|everything|something|anything|sure|better|nicer)\b/iu;

/**
 * Requests that name a state with a recognisable end. The first group is the thing that the request is about.
 *
 * "make the login tests pass", "fix all type errors", "migrate from Jest to Vitest",
 * "refactor the routes to use the validator"
 */
const patterns: readonly RegExp[] = [
  /\b(?:make|get)\s(?:all\s|every\s)?(?:of\s)?(?:the\s|our\s|my\s)?([\p{L}\uFFFC][^.!?;,\n]{1,60}?)\s(?:to\s)?(?:pass|passing|green|compile|succeed)\b/giu,
  /\bfix\s(?:all|every|each|any)\s(?:of\s)?(?:the\s|our\s|my\s)?((?:[\w\uFFFC./-]{1,30}\s){0,4}(?:errors?|warnings?|failures?|violations?|tests?))\b/giu,
  /\b(?:migrate|port|convert|switch|move)\s[^.!?;\n]{0,60}?\bfrom\s([\p{L}\uFFFC@][^.!?;,\n]{0,40}?)\sto\s[\p{L}\uFFFC@]/giu,
  /\b(?:refactor|rewrite|convert|change|update)\s(?:all\s|every\s)?(?:of\s)?(?:the\s|our\s|my\s)?([\p{L}\uFFFC][^.!?;,\n]{1,60}?)\sto\suse\s[\p{L}\uFFFC]/giu,
];

/** Quotes the requests of a sentence that name their result. */
export function namedOutcomesIn(sentence: Sentence): readonly Quote[] {
  const { words, form, language } = sentence;
  if (language !== 'en' || form === 'table') return [];
  return patterns
    .flatMap((pattern) => [...words.matchAll(pattern)])
    .filter(({ 1: thing = '' }) => !nameless.test(thing))
    .map((found) => quote(sentence, found.index, found.index + found[0].length));
}
