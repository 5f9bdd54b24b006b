import { linesOf } from './lines.ts';

/**
 * Where the front matter of a document ends, or 0 if it has none.
 *
 * Front matter is a first line of `---` or `+++`, text right below it, and a later line like the first. With a
 * blank line below, the first line is a thematic break: messages do begin with one, and end with another.
 */
export function frontMatterEnd(text: string): number {
  let fence: string | undefined;
  for (const { number, start, end } of linesOf(text)) {
    const line = text.slice(start, end).trimEnd();
    if (number === 1) {
      if (line !== '---' && line !== '+++') return 0;
      fence = line;
    } else if (number === 2 && line === '') {
      return 0;
    } else if (line === fence) {
      return end;
    }
  }
  return 0;
}
