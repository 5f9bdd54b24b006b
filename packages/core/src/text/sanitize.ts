import { MAX_SANITIZED } from '../model/defaults.ts';

/** How much of a text is printed. */
export interface SanitizeLimits {
  /** Longest result in UTF-16 units; an ellipsis replaces the rest. */
  readonly maxLength?: number;
  readonly maxLines?: number;
}

/**
 * Makes any text safe to print and to hand to a model: no control characters but line feed and tab, no
 * bidi controls, nothing invisible, no lone surrogates; bounded in length and lines.
 * Node's own `util.stripVTControlCharacters` leaves C1 controls, carriage returns, bells and bidi in.
 */
export function sanitize(text: string, limits: SanitizeLimits = {}): string {
  const { maxLength = MAX_SANITIZED.length, maxLines = MAX_SANITIZED.lines } = limits;
  let clean = '';
  let lines = 1;
  // Reads a bounded part, even of a text that is nearly all invisible.
  for (const char of text.slice(0, maxLength * 8 + 1).replaceAll('\r\n', '\n')) {
    const code = char.codePointAt(0) ?? 0;
    if (isUnprintable(code)) continue;
    if (char === '\n' && (lines += 1) > maxLines) return `${cut(clean, maxLength - 1)}…`;
    if (clean.length + char.length > maxLength) return `${cut(clean, maxLength - 1)}…`;
    clean += char;
  }
  return clean;
}

/** Like `sanitize`, on one line: line breaks and tabs become spaces. */
export function sanitizeLine(text: string, maxLength = 200): string {
  const head = text.slice(0, maxLength * 4);
  return sanitize(head.replaceAll(/[\t\n\r\u2028\u2029]/g, ' '), { maxLength }).trim();
}

/** The name of a criterion or a step on one line. A hand-written file may hold any text as a name. */
export function sanitizeName(name: string, maxLength?: number): string {
  return sanitizeLine(name, maxLength) || '(no name)';
}

/**
 * Writes JSON text without unprintable characters: each one becomes a `\\u` escape, which means the same.
 *
 * @example
 * escapeJson(JSON.stringify('a\u202eb')); // '"a\\u202eb"'
 */
export function escapeJson(json: string): string {
  return json.replaceAll(/[^\n\x20-\x7e]/gu, (char) =>
    isUnprintable(char.codePointAt(0) ?? 0)
      ? [...Array(char.length).keys()]
          .map((index) => `\\u${char.charCodeAt(index).toString(16).padStart(4, '0')}`)
          .join('')
      : char,
  );
}

/** First and last code points of unprintable characters, by reason. */
const UNPRINTABLE: readonly (readonly [from: number, to: number])[] = [
  [0x0000, 0x0008], // C0 up to backspace
  [0x000b, 0x001f], // the rest of C0; tab and line feed stay
  [0x007f, 0x009f], // delete and C1, among them the 8-bit CSI, OSC and DCS
  [0x00ad, 0x00ad], // soft hyphen
  [0x034f, 0x034f], // combining grapheme joiner
  [0x061c, 0x061c], // Arabic letter mark
  [0x115f, 0x1160], // Hangul fillers
  [0x17b4, 0x17b5], // invisible Khmer vowels
  [0x180b, 0x180f], // Mongolian variation selectors
  [0x200b, 0x200f], // zero width, left-to-right and right-to-left marks
  [0x2028, 0x202e], // line and paragraph separators, bidi embeddings and overrides
  [0x2060, 0x206f], // word joiner, invisible operators, bidi isolates
  [0x3164, 0x3164], // Hangul filler
  [0xd800, 0xdfff], // surrogates that stand alone
  [0xfe00, 0xfe0f], // variation selectors
  [0xfeff, 0xfeff], // zero-width no-break space
  [0xffa0, 0xffa0], // half-width Hangul filler
  [0xfff0, 0xfffb], // unassigned specials and interlinear annotation
  [0x1d173, 0x1d17a], // musical format controls
  [0xe0000, 0xe0fff], // tags and the variation selectors supplement
];

function isUnprintable(code: number): boolean {
  if (code >= 0x20 && code < 0x7f) return false;
  return UNPRINTABLE.some(([from, to]) => code >= from && code <= to);
}

/** Cuts between code points. */
function cut(text: string, length: number): string {
  const end = Math.max(0, length);
  const isInsidePair = (text.charCodeAt(end - 1) & 0xfc00) === 0xd800;
  return text.slice(0, isInsidePair ? end - 1 : end);
}
