import type { NearMiss } from '../markdown/line-place.ts';
import { lineEnd, lineStart } from '../markdown/lines.ts';

/** Marks beside a signal that is only shown, and the place that each mark stands for. */
const SHOWN_BY: readonly (readonly [mark: string, place: NearMiss['place']])[] = [
  ['`', 'code span'],
  ['>', 'quote'],
  ['#', 'heading'],
  ['|', 'table'],
  ['~', 'struck passage'],
];
const WORDS = /[^\s`>#|~*_"'.:()[\]x+-]/;

/**
 * The last signal that shares its line with marks alone, such as a quote's, or that ends the message behind other
 * words. A signal amid other words is likely spoken about. `start` is where front matter ends.
 */
export function findShownSignal(
  markdown: string,
  start: number,
  signals: Iterable<string>,
): NearMiss | undefined {
  const text = markdown.trimEnd();
  let found: { readonly at: number; readonly place: NearMiss['place'] } | undefined;
  for (const signal of signals) {
    const at = text.lastIndexOf(signal);
    if (at <= (found?.at ?? -1)) continue;
    const rest = text.slice(lineStart(text, at), at) + text.slice(at + signal.length, lineEnd(text, at));
    const mark = SHOWN_BY.find(([one]) => rest.includes(one));
    const isAlone = !WORDS.test(rest);
    if (isAlone || at + signal.length === text.length) {
      const place = at < start ? 'front matter block' : 'line of text';
      found = { at, place: (isAlone && mark?.[1]) || place };
    }
  }
  return found && { line: text.slice(0, found.at).split(/\r\n?|\n/).length, place: found.place };
}
