import { sanitize } from '@loopwright/core';

/** The longest end of an output on a page. A failure shows in the last lines. */
export const MAX_TAIL = 6000;
const MAX_LINES = 120;

/** CSI and OSC sequences, such as colours and titles: without the escape character they are noise. */
const ESCAPES = /\u001b\[[0-?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]{0,2000}(?:\u0007|\u001b\\)/g;

/** Gives the end of an output as a page can show it, and how many characters of it are not shown. */
export function tailText(output: string): { readonly text: string; readonly cut: number } {
  // Twice as much as is shown, so that colours cost no text.
  const end = output.slice(-2 * MAX_TAIL);
  const lines = end.replaceAll(ESCAPES, '').replaceAll(/\r\n?/g, '\n').trimEnd().split('\n');
  const text = lines.slice(-MAX_LINES).join('\n').slice(-MAX_TAIL);
  const isCut = output.length > end.length || lines.length > MAX_LINES || lines.join('\n').length > MAX_TAIL;
  const clean = sanitize(text, { maxLength: MAX_TAIL, maxLines: MAX_LINES });
  return { text: clean, cut: isCut ? Math.max(0, output.length - clean.length) : 0 };
}
