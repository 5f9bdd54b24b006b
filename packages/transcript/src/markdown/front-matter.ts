import { lineEnd, nextLine } from './lines.ts';

const BYTE_ORDER_MARK = 0xfeff;

/**
 * Where a document starts behind a byte order mark and front matter.
 *
 * Front matter is a first line of `---` or `+++`, text right below it, and a later line like the first. With a
 * blank line below, the first line is a thematic break: messages do begin with one, and end with another.
 */
export function bodyStart(text: string): number {
  const first = text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0;
  const fence = text.slice(first, first + 3);
  if (fence !== '---' && fence !== '+++') return first;
  const firstEnd = lineEnd(text, first);
  if (!isFence(first, firstEnd)) return first;
  const second = nextLine(text, firstEnd);
  if (text.slice(second, lineEnd(text, second)).trimEnd() === '') return first;
  for (let start = second; start < text.length;) {
    const end = lineEnd(text, start);
    if (isFence(start, end)) return end;
    start = nextLine(text, end);
  }
  return first;

  function isFence(start: number, end: number): boolean {
    return text.startsWith(fence, start) && text.slice(start, end).trimEnd() === fence;
  }
}
