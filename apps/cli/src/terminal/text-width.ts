import stringWidth from 'string-width';

const PLAIN = /^[\x20-\x7e]*$/;

/** How many columns a text takes on a terminal. Escape sequences don't count. */
export function textWidth(text: string): number {
  return PLAIN.test(text) ? text.length : stringWidth(text);
}
