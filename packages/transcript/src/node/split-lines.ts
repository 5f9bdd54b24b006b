/** Ends every line. */
export const LINE_FEED = 10;
const RETURN = 13;

/** Splits bytes at line feeds and decodes each line on its own, so that no character is ever cut in two. */
export function splitLines(bytes: Buffer): string[] {
  const lines: string[] = [];
  let start = 0;
  while (start < bytes.length) {
    const found = bytes.indexOf(LINE_FEED, start);
    const end = found === -1 ? bytes.length : found;
    lines.push(bytes.toString('utf8', start, bytes[end - 1] === RETURN && end > start ? end - 1 : end));
    start = end + 1;
  }
  return lines;
}
