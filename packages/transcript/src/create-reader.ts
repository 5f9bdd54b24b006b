import type { MarkdownParser } from './markdown/line-place.ts';
import type { Reading } from './markdown/said-lines.ts';
import { type DetectOptions, readSignalsWith, type SignalReading } from './signals/detect-signals.ts';
import { LOOP_MARKERS, type Marker, prepareMarkers } from './signals/markers.ts';
import { isPlainSection } from './signals/plain-section.ts';
import type { Signal, SignalKind } from './signals/signal.ts';
import { parseStatusBlockWith, type StatusBlock } from './status/parse-status-block.ts';

/** Reads what Claude said in a message. */
export interface MessageReader<K extends string = SignalKind> {
  /** The said signals, in order; the last one counts. */
  detectSignals(markdown: string, options?: DetectOptions): readonly Signal<K>[];
  /** The said signals. Without one: the last signal that is only shown, and its place. */
  readSignals(markdown: string, options?: DetectOptions): SignalReading<K>;
  /** The last complete said status block, if any. */
  parseStatusBlock(markdown: string): StatusBlock | undefined;
}

/**
 * Creates a reader that asks for its Markdown parser only when a message needs one, so that a program which
 * must start fast can leave the parser unloaded. Other markers than those of our own loops are an option; a marker that
 * no reader could see as said throws a `RangeError`.
 *
 * @example
 * const reader = createReader(() => require('@loopwright/transcript/remark'));
 */
export function createReader<K extends string = SignalKind>(
  loadParser: () => MarkdownParser,
  markers: readonly Marker<K>[] = LOOP_MARKERS as readonly Marker<string>[] as readonly Marker<K>[],
): MessageReader<K> {
  const prepared = prepareMarkers(markers);
  const reading: Reading = {
    loadParser,
    isPlain: (section) => isPlainSection(prepared, section),
    ownTags: prepared.ownTags,
  };
  // The kinds that come out are those of the markers that went in.
  const read = (markdown: string, options: DetectOptions = {}): SignalReading<K> =>
    readSignalsWith(reading, markdown, options, prepared) as SignalReading<K>;
  return {
    detectSignals: (markdown, options) => read(markdown, options).signals,
    readSignals: read,
    parseStatusBlock: (markdown) => parseStatusBlockWith(reading, markdown),
  };
}
