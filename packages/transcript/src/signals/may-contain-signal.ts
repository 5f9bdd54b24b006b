/** The closing tags of all signals. */
const CLOSE_TAGS = ['</loop-complete>', '</loop-done>', '</issue-complete>', '</grind-done>'];

/** Whether a message could contain a signal: a search for fixed strings that loads nothing. False is certain. */
export function mayContainSignal(markdown: string): boolean {
  return CLOSE_TAGS.some((tag) => markdown.includes(tag));
}
