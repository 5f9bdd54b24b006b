import type { Plugin } from 'unified';
import { createReader } from './create-reader.ts';
import { findPlacesWithRemark } from './markdown/find-places.ts';
import { findShownSignal } from './signals/find-shown-signal.ts';
import type { Marker } from './signals/markers.ts';

/** The options of `remarkLoopSignals`. */
export interface LoopSignalsOptions {
  /** What counts as a signal; left out: the signals of Loopwright's own loops. */
  readonly markers?: readonly Marker[];
}

/**
 * A remark plugin: puts the said signals into `file.data.loopSignals`, and a message with its position on the file for
 * each of them and for the last one that is only shown. It reads the file's text by its own rules and changes no tree.
 *
 * @example
 * const file = await unified().use(remarkParse).use(remarkLoopSignals, { markers }).use(remarkStringify).process(text);
 */
export const remarkLoopSignals: Plugin<[options?: LoopSignalsOptions]> = ({ markers } = {}) => {
  const reader = createReader<string>(() => ({ findPlacesWithRemark, findShownSignal }), markers);
  return (_tree, file) => {
    const found = reader.readSignals(String(file));
    file.data['loopSignals'] = found;
    const source = 'loop-signals';
    for (const { kind, value, line } of found.signals)
      Object.assign(file.info(`${kind}: ${value}`, { line, column: 1 }), { ruleId: 'said', source });
    if (!found.nearMiss) return;
    const { line, place } = found.nearMiss;
    const reason = `The signal stands in a ${place}: only shown, not said`;
    Object.assign(file.message(reason, { line, column: 1 }), { ruleId: 'shown', source });
  };
};

export { findPlacesWithRemark, findShownSignal };
