import { languages, type Language } from './language.ts';

/** Words of one meaning, by language; a bar stands between two. */
export type Words = Readonly<Partial<Record<Language, string>>>;

/** An expression per language. */
export type Lexicon = Readonly<Record<Language, RegExp>>;

const scriptWithoutSpaces = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/u;

/**
 * Compiles word lists to one case-blind expression in which every quantifier is bounded.
 *
 * In a term a space stands for a little white space, `*` for the rest of a word, `…` for a short
 * gap within the sentence, and an apostrophe for any apostrophe or none (people write "dont").
 *
 * @example
 * phrases({ en: "merge* | don't touch" }).test('Dont touch it'); // true
 */
export function phrases(words: Words): RegExp {
  const terms = Object.values(words).flatMap(termsOf).map(toSource);
  return terms.length === 0 ? /(?!)/gu : new RegExp(terms.join('|'), 'giu');
}

/** Compiles a list per language; a language without a list matches nothing. */
export function lexicon(words: Words): Lexicon {
  const entries = languages.map((code) => [code, phrases({ [code]: words[code] ?? '' })] as const);
  return Object.fromEntries(entries) as Record<Language, RegExp>; // one entry per language, see above
}

function termsOf(list: string): readonly string[] {
  return list
    .split('|')
    .map((term) => term.trim())
    .filter((term) => term !== '');
}

/** Begins and ends between words. */
const gap = String.raw`(?![\p{L}\p{N}])[^\n.!?]{1,40}?(?<![\p{L}\p{N}])`;

function toSource(term: string): string {
  const spaceless = scriptWithoutSpaces.test(term);
  const body = term
    .replaceAll(/[\\^$.+?()[\]{}|/-]/gu, String.raw`\$&`)
    .replaceAll(' … ', '…')
    .replaceAll('…', spaceless ? '[^\\n.!?。！？]{0,12}?' : gap)
    .replaceAll('*', String.raw`\p{L}{0,14}`)
    .replaceAll("'", "['’]?")
    .replaceAll(' ', String.raw`\s{1,3}`)
    .replaceAll(String.raw`\-`, '[-‐ ]?')
    .replaceAll(String.raw`\/`, '/');
  return spaceless ? body : `(?<![\\p{L}\\p{N}_])${body}(?![\\p{L}\\p{N}_])`;
}
