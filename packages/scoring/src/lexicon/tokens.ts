/** A word of a text, in lower case, and where it stands. */
export interface Token {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

const wordPattern = /[\p{L}\p{N}_]{1,80}/gu;

let last: { readonly text: string; readonly tokens: readonly Token[] } = { text: '', tokens: [] };

/** Cuts a text into words. The last text is remembered, because many lists are looked for in it in a row. */
export function tokensOf(text: string): readonly Token[] {
  if (text !== last.text) {
    const tokens = [...text.matchAll(wordPattern)].map((found) => ({
      word: found[0].toLowerCase(),
      start: found.index,
      end: found.index + found[0].length,
    }));
    last = { text, tokens };
  }
  return last.tokens;
}
