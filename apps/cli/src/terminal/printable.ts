import { sanitize } from '@loopwright/core';

/** Colours are the only control sequences that the command writes. */
const COLOUR = /(\u001b\[[\d;]*m)/;

/** Drops characters that a terminal would obey or hide: control, bidi and invisible characters. Colours stay. */
export function printable(text: string): string {
  return text
    .split(COLOUR)
    .map((part, index) => (index % 2 === 1 ? part : plainText(part)))
    .join('');
}

/** Drops colours as well, for text that the command didn't write itself. */
export function plainText(text: string): string {
  return sanitize(text, { maxLength: Number.POSITIVE_INFINITY, maxLines: Number.POSITIVE_INFINITY });
}
