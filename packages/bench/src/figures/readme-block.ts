const START = '<!-- bench:start -->';
const END = '<!-- bench:end -->';

/**
 * Replaces what stands between the bench's marks in a text and nothing else. Throws when the marks aren't
 * there exactly once and in order, rather than guess where the table belongs.
 */
export function replaceBlock(text: string, block: string): string {
  const from = text.indexOf(START);
  const to = text.indexOf(END);
  const isOnce = from === text.lastIndexOf(START) && to === text.lastIndexOf(END);
  if (from === -1 || to < from || !isOnce) {
    throw new Error(`The README needs the lines ${START} and ${END}, once each and in this order.`);
  }
  return `${text.slice(0, from + START.length)}\n\n${block.trim()}\n\n${text.slice(to)}`;
}
