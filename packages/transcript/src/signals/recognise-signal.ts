import { askedText, type Line } from '../markdown/lines.ts';
import type { Recognised } from '../markdown/find-sections.ts';
import type { Markers } from './markers.ts';

/** The meaning that a line has when said. */
export interface SignalPart {
  readonly part: 'value' | 'open' | 'close';
  readonly kind: string;
  readonly value: string;
}

/** The meaning of a line of `text` as a signal, by its characters alone. */
export function recogniseSignal(
  { lines, tags }: Markers,
  text: string,
  line: Line,
): Recognised<SignalPart> | undefined {
  const { start, end } = askedText(text, line);
  const content = text.slice(start, end);
  const found = lines.get(content);
  if (found) return { start, end, meaning: { part: 'value', ...found } };
  for (const { kind, open, close, spans } of tags) {
    if (spans && content === open) return { start, end, meaning: { part: 'open', kind, value: '' } };
    if (spans && content === close) return { start, end, meaning: { part: 'close', kind, value: '' } };
    if (!content.startsWith(open) || !content.endsWith(close)) continue;
    const inner = content.slice(open.length, -close.length);
    if (inner.includes(open) || inner.includes(close)) continue;
    return { start, end, meaning: { part: 'value', kind, value: inner.trim() } };
  }
  return undefined;
}
