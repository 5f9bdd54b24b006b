import { createReader, type MessageReader } from './create-reader.ts';
import type { MarkdownParser } from './markdown/line-place.ts';
import type { DetectOptions, SignalReading } from './signals/detect-signals.ts';
import type { Marker } from './signals/markers.ts';
import type { Signal, SignalKind } from './signals/signal.ts';
import { findPlacesWithRemark } from './markdown/find-places.ts';
import { findShownSignal } from './signals/find-shown-signal.ts';

const PARSER: MarkdownParser = { findPlacesWithRemark, findShownSignal };
const reader: MessageReader = /* @__PURE__ */ createReader(() => PARSER);

/** How a message is read. */
export interface MarkerOptions<K extends string> extends DetectOptions {
  /** What counts as a signal; left out: the signals of our own loops. */
  readonly markers?: readonly Marker<K>[];
}

/**
 * The signals that a reader of the message sees as said, ordered by their end; the last one counts.
 *
 * @example
 * detectSignals('All green.\n\n<loop-done>COMPLETE</loop-done>')
 * // → [{ kind: 'loop-done', value: 'COMPLETE', line: 3 }]
 * detectSignals('<promise>COMPLETE</promise>', { markers: [{ kind: 'promise', tag: 'promise' }] })
 * // → [{ kind: 'promise', value: 'COMPLETE', line: 1 }]
 */
export function detectSignals<K extends string = SignalKind>(
  markdown: string,
  options: MarkerOptions<K> = {},
): readonly Signal<K>[] {
  return readSignals(markdown, options).signals;
}

/**
 * The said signals. Without one, also the last signal that is only shown, and its place.
 *
 * @example
 * readSignals('> <loop-done>COMPLETE</loop-done>')
 * // → { signals: [], nearMiss: { line: 1, place: 'quote' } }
 */
export function readSignals<K extends string = SignalKind>(
  markdown: string,
  options: MarkerOptions<K> = {},
): SignalReading<K> {
  const { markers } = options;
  const own = markers ? createReader(() => PARSER, markers) : (reader as MessageReader<string>);
  return own.readSignals(markdown, options) as SignalReading<K>;
}

/** The last complete status block that a reader of the message would see as said. Never throws. */
export const parseStatusBlock: MessageReader['parseStatusBlock'] = (markdown) =>
  reader.parseStatusBlock(markdown);

export * from './quick.ts';
export { findPlacesWithRemark };
