const START = '<!-- bench:start -->';
const END = '<!-- bench:end -->';

/**
 * Replaces the text between the bench's marks. Throws unless both marks exist exactly once and in order.
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
