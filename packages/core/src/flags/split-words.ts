import { type Flag, flagNamed } from './flag.ts';
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
  /** How many tokens a flag takes with its value; 0 for text, also for a flag in quotes. */
  readonly flagLength: 0 | 1 | 2;
}

/**
 * Takes the flags off both ends of a text and leaves everything between them untouched. No shell reads it:
 * quotes only hold a flag's value together. `--` ends the flags in front, and then nothing is taken off the end.
 *
 * @example
 * splitWords('--iterations=3 fix the "API" --budget 5', flags);
 * // { flags: ['--iterations=3', '--budget', '5'], spec: 'fix the "API"', unclear: [], inside: [] }
 */
export function splitWords(text: string, known: readonly Flag[]): SplitWords {
  const tokens = tokenize(text, known);
  const front = countFront(tokens);
  const isEnded = tokens[front]?.text === '--';
  const first = isEnded ? front + 1 : front;
  const back = isEnded ? tokens.length : findBack(tokens, first, known);
  const from = tokens[first]?.start ?? text.length;
  const to = tokens[back]?.start ?? text.length;
  const inside = isEnded ? [] : insideFlags(text, tokens.slice(first, back), known);
  const isRead = (token: Token): boolean => token.text.includes('=');
  const unclear = inside.filter((token) => !isRead(token));
  return {
    flags: textsOf([...tokens.slice(0, front), ...inside.filter(isRead), ...tokens.slice(back)]),
    spec: text.slice(from, Math.max(from, to)).trim(),
    unclear: textsOf(unclear),
    inside: unclear.flatMap((token) => {
      const at = tokens.indexOf(token);
      return textsOf(tokens.slice(at, at + token.flagLength));
    }),
  };
}

function textsOf(tokens: readonly Token[]): string[] {
  return tokens.map(({ text }) => text);
}

/** The flags inside the words: known names, and slips of them that carry a value. Code is text. */
function insideFlags(text: string, words: readonly Token[], known: readonly Flag[]): Token[] {
  let at = 0;
  let isCode = false;
  return words.filter((token) => {
    for (; at < token.start; at += 1) if (text[at] === '`') isCode = !isCode;
    if (isCode || token.flagLength === 0) return false;
    return isMeant(token, known, token.text.includes('='));
  });
}

/** How many tokens in front are flags and their values. A flag that isn't known counts, so that it is refused. */
function countFront(tokens: readonly Token[]): number {
  let index = 0;
  while (tokens[index]?.flagLength) index += tokens[index]?.flagLength ?? 0;
  return index;
}

/** Where the flags at the end begin: the longest end that is made of flags and their values alone. */
function findBack(tokens: readonly Token[], first: number, known: readonly Flag[]): number {
  let back = tokens.length;
  for (const [index, token] of [...tokens.entries()].slice(first).reverse()) {
    if (token.flagLength === 0) continue;
    // Words that look like flags may belong to the text: "add the option --dry-run".
    if (!isMeant(token, known, true) || index + token.flagLength !== back) return back;
    back = index;
  }
  return back;
}

/** True for the name of a known flag, and for a slip of one where that counts. */
function isMeant({ text }: Token, known: readonly Flag[], mayBeSlip: boolean): boolean {
  const name = text.slice(2).split('=', 1)[0] ?? '';
  return known.some((one) => one.name === name) || (mayBeSlip && flagMeant(name, known) !== undefined);
}

/** The flag of this name, or the one that a slip means. */
function flagMeant(name: string, known: readonly Flag[]): Flag | undefined {
  const found = flagNamed(known, name);
  if (found) return found;
  const names = known.map((one) => one.name);
  const meant = suggest(name, names);
  return known.find((one) => one.name === meant);
}

/** A quote at the beginning of a token, or after the `=` of a flag, holds it together. */
const TOKEN = /(--[a-z-]+=)?(?:"((?:[^"\\]|\\[^])*)"|'([^']*)')(?=\s|$)|\S+/gi;

/** Parts a text at white space. */
function tokenize(text: string, known: readonly Flag[]): Token[] {
  const found = [...text.matchAll(TOKEN)];
  return found.map(({ 0: plain, 1: head, 2: said, 3: single, index }, place) => {
    // `\"` is a quote, and every other backslash stays.
    const quoted = said === undefined ? single : said.replaceAll(/(?<!\\)((?:\\\\)*)\\"/g, '$1"');
    const token = quoted === undefined ? plain : `${head ?? ''}${quoted}`;
    const isFlag = (quoted === undefined || head !== undefined) && /^--[a-z]/i.test(token);
    // A value that makes no sense is still this flag's, and so is that of a slip.
    const { kind = 'switch' } = (isFlag && flagMeant(token.slice(2), known)) || {};
    const takesNext =
      !token.includes('=') && kind !== 'switch' && kind !== 'name' && place + 1 < found.length;
    return { start: index, text: token, flagLength: isFlag ? (takesNext ? 2 : 1) : 0 };
  });
}
