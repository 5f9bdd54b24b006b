/**
 * Finds the double quote that closes typed words; -1 if none does. A backslash before a quote makes it a part of the
 * words.
 */
export function closingQuote(text: string, from: number): number {
  const found = /^(?:[^"\\]|\\[^])*"/.exec(text.slice(from));
  return found ? from + found[0].length - 1 : -1;
}

/** The words between two double quotes: `\"` is a quote, and every other backslash stays. */
export function unescapeQuotes(words: string): string {
  return words.replaceAll(/(?<!\\)((?:\\\\)*)\\"/g, '$1"');
}

/** The words as they are typed between two double quotes. */
export function escapeQuotes(words: string): string {
  return words.replaceAll('"', String.raw`\"`);
}
