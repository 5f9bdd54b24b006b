import { askedText } from '../markdown/asked-text.ts';
import type { Line } from '../markdown/lines.ts';
import type { Question, Recognised } from '../markdown/find-sections.ts';
import { CLOSE_TAG, OPEN_TAG, VALUE_LINES, type ValueLine } from './own-lines.ts';

/** The meaning of a line if it is said. */
export type SignalPart =
  | ({ readonly part: 'value' } & ValueLine)
  | { readonly part: 'whole'; readonly text: string }
  | { readonly part: 'open' }
  | { readonly part: 'close' };

/** The question for signals. */
export const SIGNAL_QUESTION: Question<SignalPart> = {
  words: ['-done>', '-complete>'],
  recognise: recogniseSignal,
};

/** The meaning of a line of `text` as a signal, by its characters alone. */
export function recogniseSignal(text: string, line: Line): Recognised<SignalPart> | undefined {
  const { start, end } = askedText(text, line);
  const content = text.slice(start, end);
  const value = VALUE_LINES.get(content);
  if (value !== undefined) return { start, end, meaning: { part: 'value', ...value } };
  if (content === OPEN_TAG) return { start, end, meaning: { part: 'open' } };
  if (content === CLOSE_TAG) return { start, end, meaning: { part: 'close' } };
  if (!content.startsWith(OPEN_TAG) || !content.endsWith(CLOSE_TAG)) return undefined;
  const inner = content.slice(OPEN_TAG.length, -CLOSE_TAG.length);
  if (inner.includes(OPEN_TAG) || inner.includes(CLOSE_TAG)) return undefined;
  return { start, end, meaning: { part: 'whole', text: inner.trim() } };
}
