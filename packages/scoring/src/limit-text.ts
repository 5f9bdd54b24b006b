/** Specs have a page or two; what is longer is read at its beginning and its end, where the asking is done. */
export const maxChars = 16_384;

const tailChars = 4_096;

/** A text cut to what the scorer reads, of the same offsets: the middle left out is blank. */
export interface LimitedText {
  readonly head: string;
  readonly tail: string;
  /** Where the tail stands in the whole text. */
  readonly tailStart: number;
  readonly truncated: boolean;
}

/** Keeps the first 12,288 and the last 4,096 characters of a text longer than {@link maxChars}. */
export function limitText(text: string): LimitedText {
  if (text.length <= maxChars) return { head: text, tail: '', tailStart: text.length, truncated: false };
  const tailStart = text.length - tailChars;
  return {
    head: text.slice(0, maxChars - tailChars),
    tail: text.slice(tailStart),
    tailStart,
    truncated: true,
  };
}
