/** Specs have a page or two. Of a longer text the scorer reads the beginning and the end, where requests usually are. */
export const maxChars = 16_384;

const tailChars = 4_096;

/** A text limited to the part that the scorer reads. A blank middle keeps the offsets. */
export interface LimitedText {
  readonly head: string;
  readonly tail: string;
  /** The offset of the tail in the whole text. */
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
