import { type Line, lineEnd, nextLine } from '../src/markdown/lines.ts';

/** Every line of a text. */
export function linesOf(text: string): readonly Line[] {
  const lines: Line[] = [];
  for (let start = 0, end = 0; start <= text.length; start = nextLine(text, end)) {
    end = lineEnd(text, start);
    lines.push({ start, end });
  }
  return lines;
}
