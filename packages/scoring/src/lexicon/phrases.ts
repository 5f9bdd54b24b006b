import { languages, type Language } from './language.ts';
import { tokensOf, type Token } from './tokens.ts';

/** Words of one meaning, by language; a bar stands between two. */
export type Words = Readonly<Partial<Record<Language, string>>>;

/** The position of a phrase in a text. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A list of phrases that can be looked for in a text. */
export interface Phrases {
  /** Every place where a phrase stands, first to last, without overlaps. At one place the longer phrase wins. */
  readonly findIn: (text: string) => readonly Range[];
  readonly isIn: (text: string) => boolean;
}

/** A list of phrases per language. */
export type Lexicon = Readonly<Record<Language, Phrases>>;

/** How two words of a phrase are joined. */
type Joint = 'space' | 'hyphen' | 'apostrophe' | 'gap' | 'exact';

interface Word {
  readonly text: string;
  /** `*` before or after the word stands for a part that doesn't matter. */
  readonly fit: 'whole' | 'start' | 'end' | 'inside' | 'any';
  readonly joint: Joint;
  /** The characters of an exact joint. */
  readonly between: string;
}

type Term = readonly Word[];

/** Enough for any ending that a language puts to a word. */
const longestEnding = 14;

/** "From … to": the longest distance at which two words form one phrase. */
const longestGap = 40;

const longestGapWithoutSpaces = 12;

const scriptWithoutSpaces = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/u;

/**
 * Reads word lists as phrases to be looked for in any case, in time linear in the text.
 *
 * In a term a space matches a little white space, `*` the rest of a word, and `…` a short gap within the sentence. A
 * hyphen matches a hyphen, a space or nothing. An apostrophe is optional (people write "dont").
 *
 * @example
 * phrases({ en: "merg* | don't touch" }).isIn('Dont touch it'); // true
 */
export function phrases(words: Words): Phrases {
  const terms = Object.values(words).flatMap(termsOf);
  const literal = terms
    .filter((term) => scriptWithoutSpaces.test(term))
    .map((term) => term.split(/\s?…\s?/u));
  const index = indexOf(terms.filter((term) => !scriptWithoutSpaces.test(term)).flatMap(variantsOf));
  const findIn = (text: string): readonly Range[] =>
    withoutOverlaps([...wordMatches(text, index), ...literalMatches(text, literal)]);
  return { findIn, isIn: (text) => findIn(text).length > 0 };
}

/** Reads a list per language; a language without a list finds nothing. */
export function lexicon(words: Words): Lexicon {
  const entries = languages.map((code) => [code, phrases({ [code]: words[code] ?? '' })] as const);
  return Object.fromEntries(entries) as Record<Language, Phrases>; // one entry per language, see above
}

function termsOf(list: string): readonly string[] {
  return list
    .split('|')
    .map((term) => term.trim().toLowerCase())
    .filter((term) => term !== '');
}

/** A hyphen or an apostrophe may be missing, so that one term becomes two. */
function variantsOf(term: string): readonly Term[] {
  const joined = term.replaceAll(/(?<=\p{L})['’-](?=\p{L})/gu, '');
  return joined === term ? [wordsOf(term)] : [wordsOf(term), wordsOf(joined)];
}

function wordsOf(term: string): Term {
  const words: Word[] = [];
  let end = 0;
  for (const found of term.matchAll(/\*?[\p{L}\p{N}_]+\*?|\*/gu)) {
    const between = term.slice(end, found.index);
    words.push({ ...wordOf(found[0]), joint: jointOf(between), between });
    end = found.index + found[0].length;
  }
  return words;
}

function wordOf(text: string): Pick<Word, 'text' | 'fit'> {
  const bare = text.replaceAll('*', '');
  if (bare === '') return { text: bare, fit: 'any' };
  if (text.startsWith('*')) return { text: bare, fit: text.endsWith('*') ? 'inside' : 'end' };
  return { text: bare, fit: text.endsWith('*') ? 'start' : 'whole' };
}

function jointOf(between: string): Joint {
  if (between.includes('…')) return 'gap';
  if (between.trim() === '') return 'space';
  if (between === '-') return 'hyphen';
  return between === "'" ? 'apostrophe' : 'exact';
}

/** Terms by their first word; those that don't begin with a known beginning are tried at every word. */
interface TermIndex {
  readonly byStart: ReadonlyMap<string, readonly Term[]>;
  readonly anywhere: readonly Term[];
}

function indexOf(terms: readonly Term[]): TermIndex {
  const byStart = new Map<string, Term[]>();
  const anywhere: Term[] = [];
  for (const term of terms) {
    const first = term[0];
    if (first === undefined) continue;
    if (first.fit === 'whole' || first.fit === 'start') {
      const known = byStart.get(first.text);
      if (known === undefined) byStart.set(first.text, [term]);
      else known.push(term);
    } else anywhere.push(term);
  }
  return { byStart, anywhere };
}

function wordMatches(text: string, { byStart, anywhere }: TermIndex): readonly Range[] {
  if (byStart.size === 0 && anywhere.length === 0) return [];
  const tokens = tokensOf(text);
  const ranges: Range[] = [];
  for (const [position, token] of tokens.entries()) {
    const { word } = token;
    for (let length = Math.max(1, word.length - longestEnding); length <= word.length; length += 1) {
      tryTerms(text, tokens, position, byStart.get(word.slice(0, length)), ranges);
    }
    tryTerms(text, tokens, position, anywhere, ranges);
  }
  return ranges;
}

function tryTerms(
  text: string,
  tokens: readonly Token[],
  position: number,
  terms: readonly Term[] | undefined,
  ranges: Range[],
): void {
  for (const term of terms ?? []) {
    const end = endOf(text, tokens, position, term);
    if (end !== undefined) ranges.push({ start: tokens[position]?.start ?? 0, end });
  }
}

/** Where the term ends that begins at a token, if it stands there. */
function endOf(text: string, tokens: readonly Token[], position: number, term: Term): number | undefined {
  let at = position;
  for (const [index, word] of term.entries()) {
    if (index > 0) {
      const next = nextToken(text, tokens, at, word);
      if (next === undefined) return undefined;
      at = next;
    } else if (!fits(word, tokens[at])) return undefined;
  }
  return tokens[at]?.end;
}

function nextToken(text: string, tokens: readonly Token[], from: number, word: Word): number | undefined {
  const before = tokens[from];
  if (before === undefined) return undefined;
  if (word.joint !== 'gap') {
    const next = tokens[from + 1];
    return next !== undefined && fits(word, next) && isJoint(word, text.slice(before.end, next.start))
      ? from + 1
      : undefined;
  }
  for (let at = from + 1; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined || token.start - before.end > longestGap) return undefined;
    if (/[.!?\n]/u.test(text.slice(before.end, token.start))) return undefined;
    if (fits(word, token)) return at;
  }
  return undefined;
}

function isJoint({ joint, between }: Word, found: string): boolean {
  switch (joint) {
    case 'space':
      return /^\s{1,3}$/u.test(found);
    case 'hyphen':
      return /^[-‐ ]$/u.test(found);
    case 'apostrophe':
      return found === "'" || found === '’';
    case 'exact':
    case 'gap':
      return found === between;
  }
}

function fits({ text, fit }: Word, token: Token | undefined): boolean {
  if (token === undefined) return false;
  const { word } = token;
  const isShort = word.length - text.length <= longestEnding;
  switch (fit) {
    case 'whole':
      return word === text;
    case 'start':
      return isShort && word.startsWith(text);
    case 'end':
      return isShort && word.endsWith(text);
    case 'inside':
      return word.length - text.length <= 2 * longestEnding && word.includes(text);
    case 'any':
      return true;
  }
}

/** In scripts without spaces a phrase stands anywhere; a gap stays within the sentence. */
function literalMatches(text: string, terms: readonly (readonly string[])[]): readonly Range[] {
  if (terms.length === 0) return [];
  const lower = text.toLowerCase();
  const haystack = lower.length === text.length ? lower : text;
  return terms.flatMap(([first = '', second]) => {
    const ranges: Range[] = [];
    for (
      let start = haystack.indexOf(first);
      start !== -1;
      start = haystack.indexOf(first, start + first.length)
    ) {
      const end = start + first.length;
      if (second === undefined) ranges.push({ start, end });
      else {
        const gap = haystack.slice(end, end + longestGapWithoutSpaces + second.length);
        const at = gap.indexOf(second);
        if (at !== -1 && !/[\n。！？]/u.test(gap.slice(0, at)))
          ranges.push({ start, end: end + at + second.length });
      }
    }
    return ranges;
  });
}

function withoutOverlaps(ranges: readonly Range[]): readonly Range[] {
  if (ranges.length < 2) return ranges;
  const apart: Range[] = [];
  for (const range of [...ranges].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (range.start >= (apart.at(-1)?.end ?? 0)) apart.push(range);
  }
  return apart;
}
