/** Escape sequences of ours; texts from elsewhere have none left when they get here. */
const ESCAPES = /\u001b\[\d+m/g;

/** Characters of one column that never join with their neighbours: ASCII, and the signs in our own answers. */
const PLAIN = /^[\x20-\x7e·–—’“”…←-↓─-╿▶✓✗]*$/;

/** Made when a text needs it: that takes some 3 ms. */
let graphemes: Intl.Segmenter | undefined;

/** Splits a text into visible characters. Escape sequences don't count. */
export function* characters(text: string): Generator<string> {
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  for (const { segment } of graphemes.segment(text)) yield segment;
}

/**
 * How many columns a text takes on a terminal; the only place that measures. `string-width` isn't used: it counts `▶`,
 * which terminals draw in one column, as two.
 */
export function textWidth(text: string): number {
  const bare = text.includes('\u001b') ? text.replaceAll(ESCAPES, '') : text;
  if (PLAIN.test(bare)) return bare.length;
  let width = 0;
  for (const character of characters(bare)) width += isWide(character) ? 2 : 1;
  return width;
}

/** True for characters that take two columns: emoji, and the wide scripts of East Asia. */
function isWide(character: string): boolean {
  // A literal at the top would be compiled by every hook, because the bundler can't prove that it has no effect.
  return /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{20000}-\u{3fffd}]/u.test(
    character,
  );
}
