import type { Quote } from '../spec-score.ts';

/**
 * Reads a list of phrases, with a bar between two, as one expression for any case.
 *
 * `*` stands for the rest of a word, `…` for something named in the sentence, `#` for a number, `(s)` for an "s" that
 * may be missing, and `[a/b]` for one of several words. A hyphen may be a space or nothing; an apostrophe may be missing.
 *
 * @example
 * isIn(phrases("merg* | don't touch"), 'Dont touch it'); // true
 */
export function phrases(list: string): RegExp {
  const terms = list.split('|').map((term) => term.trim());
  // At one place the longer phrase wins.
  const longestFirst = terms.toSorted((one, other) => other.length - one.length).map(sourceOf);
  return new RegExp(`(?<![\\p{L}\\p{N}_])(?:${longestFirst.join('|')})(?![\\p{L}\\p{N}_])`, 'giu');
}

/** Words that stand in place of a name. */
const nameless =
  '(?:it|this|that|these|those|them|things?|stuff|everything|something|anything|better|nicer)\\b';

function sourceOf(term: string): string {
  return term
    .replaceAll('(s)', 's?')
    .replaceAll(/\[([^\]]+)\]/gu, (_, words: string) => `(?:${words.replaceAll('/', '|')})`)
    .replaceAll(/\s?…\s?/gu, `\\s(?!${nameless})(?:[^.!?;\\n]|\\.\\w){0,60}?(?<![\\p{L}\\p{N}_])`)
    .replaceAll('*', '[\\p{L}\\p{N}_]{0,14}')
    .replaceAll('#', '(?:v|version )?[<>$€£]?\\d{1,9}')
    .replaceAll(/(?<=\p{L})-(?=\p{L})/gu, '[-‐ ]?')
    .replaceAll(/['’]/gu, "['’]?")
    .replaceAll(/ +/gu, '\\s{1,3}');
}

/** Says whether one of the expressions matches somewhere in the text. */
export function isIn(patterns: RegExp | readonly RegExp[], text: string): boolean {
  return [patterns].flat().some((pattern) => text.search(pattern) !== -1);
}

/** Every match in the text. */
export function findIn(patterns: RegExp | readonly RegExp[], text: string): readonly Quote[] {
  return [patterns]
    .flat()
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .map((found) => ({ text: found[0], start: found.index, end: found.index + found[0].length }));
}
