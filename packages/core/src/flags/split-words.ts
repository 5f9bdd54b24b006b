import type { Flag } from './flag.ts';
import { parseFlag } from './parse-arguments.ts';
import { suggest } from './suggest.ts';

/** The text after `/loop:start`: flags at both ends, and the words between them unchanged. */
export interface SplitWords {
  /** The flags at both ends, and those inside the words that carry their value: `--budget=7`. */
  readonly flags: readonly string[];
  readonly spec: string;
  /** Flags inside the words that may as well belong to the text: `--force`. */
  readonly unclear: readonly string[];
  /** The same, each with its value where it takes one. */
  readonly inside: readonly string[];
}

interface Token {
  readonly start: number;
  readonly text: string;
  /** It stands in quotes as a whole, so it is text and no flag. */
  readonly isQuoted: boolean;
}

/**
 * Takes the flags off both ends of a text and leaves everything between them untouched. No shell reads it:
 * quotes only hold a flag's value together. `--` ends the flags in front, and then nothing is taken off the end.
 *
 * @example
 * splitWords('--iterations=3 fix the "API" --budget 5', flags);
 * // { flags: ['--iterations=3', '--budget', '5'], spec: 'fix the "API"', unclear: [] }
 */
export function splitWords(text: string, known: readonly Flag[]): SplitWords {
  const tokens = tokenize(text);
  const front = countFront(tokens, known);
  const isEnded = tokens[front]?.text === '--';
  const first = isEnded ? front + 1 : front;
  const back = isEnded ? tokens.length : findBack(tokens, first, known);
  const from = tokens[first]?.start ?? text.length;
  const to = back < tokens.length ? (tokens[back]?.start ?? text.length) : text.length;
  const inside = isEnded ? [] : insideFlags(text, tokens.slice(first, back), known);
  const isRead = ({ text: flag }: Token): boolean => flag.includes('=');
  const unread = inside.filter((token) => !isRead(token));
  return {
    flags: [...tokens.slice(0, front), ...inside.filter(isRead), ...tokens.slice(back)].map(
      (token) => token.text,
    ),
    spec: text.slice(from, Math.max(from, to)).trim(),
    unclear: unread.map((token) => token.text),
    inside: unread.flatMap((token) => {
      const at = tokens.indexOf(token);
      return tokens.slice(at, at + flagLength(tokens, at, known)).map(({ text: part }) => part);
    }),
  };
}

/** The flags inside the words: known names, and slips of them that carry a value. Code is text. */
function insideFlags(text: string, words: readonly Token[], known: readonly Flag[]): Token[] {
  const names = known.map(({ name }) => name);
  let at = 0;
  let isCode = false;
  return words.filter((token) => {
    for (; at < token.start; at += 1) if (text[at] === '`') isCode = !isCode;
    if (isCode || !isFlagLike(token)) return false;
    const name = token.text.slice(2).split('=', 1)[0] ?? '';
    return names.includes(name) || (token.text.includes('=') && isMeant(token, known));
  });
}

/** How many tokens in front are flags and their values. A flag that isn't known counts, so that it is refused. */
function countFront(tokens: readonly Token[], known: readonly Flag[]): number {
  let index = 0;
  while (index < tokens.length && isFlagLike(tokens[index])) index += flagLength(tokens, index, known);
  return Math.min(index, tokens.length);
}

/** Where the flags at the end begin: the longest end that is made of flags and their values alone. */
function findBack(tokens: readonly Token[], first: number, known: readonly Flag[]): number {
  let back = tokens.length;
  for (let index = tokens.length - 1; index >= first; index -= 1) {
    if (!isFlagLike(tokens[index])) continue;
    // Words that look like flags may belong to the text: "add the option --dry-run".
    if (!isMeant(tokens[index], known)) return back;
    if (index + flagLength(tokens, index, known) !== back) return back;
    back = index;
  }
  return back;
}

function isFlagLike(token: Token | undefined): boolean {
  return token !== undefined && !token.isQuoted && /^--[a-z]/i.test(token.text);
}

function isMeant(token: Token | undefined, known: readonly Flag[]): boolean {
  const name = token?.text.slice(2).split('=', 1)[0] ?? '';
  const names = known.map((flag) => flag.name);
  return names.includes(name) || suggest(name, names) !== undefined;
}

function flagLength(tokens: readonly Token[], index: number, known: readonly Flag[]): 1 | 2 {
  const text = tokens[index]?.text ?? '';
  const step = parseFlag(known, text, tokens[index + 1]?.text);
  if (!('message' in step)) return step.usesNext ? 2 : 1;
  // A value that makes no sense is still this flag's.
  const flag = known.find(({ name }) => text === `--${name}`);
  return flag && flag.kind !== 'switch' && flag.kind !== 'name' && index + 1 < tokens.length ? 2 : 1;
}

/** A quote at the beginning of a token, or after the `=` of a flag, holds it together. */
const TOKEN = /(--[a-z-]+=)?(?:"((?:[^"\\]|\\[^])*)"|'([^']*)')(?=\s|$)|\S+/gi;

/** Parts a text at white space. */
function tokenize(text: string): Token[] {
  return [...text.matchAll(TOKEN)].map(({ 0: plain, 1: head, 2: said, 3: single, index }) => {
    // `\"` is a quote, and every other backslash stays.
    const quoted = said === undefined ? single : said.replaceAll(/(?<!\\)((?:\\\\)*)\\"/g, '$1"');
    return {
      start: index,
      text: quoted === undefined ? plain : `${head ?? ''}${quoted}`,
      isQuoted: quoted !== undefined && head === undefined,
    };
  });
}
