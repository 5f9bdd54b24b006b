import { SIGNAL_VALUES } from './signal.ts';

/** The tags that open and close a `loop-complete` block. */
export const OPEN_TAG = '<loop-complete>';
export const CLOSE_TAG = '</loop-complete>';

/** Those two as a set: lines that, where no paragraph is open, start an HTML block of kind 7. */
export const OWN_TAGS: ReadonlySet<string> = new Set([OPEN_TAG, CLOSE_TAG]);

/** A signal with a value, as it must stand on its line. */
export interface ValueLine {
  readonly kind: keyof typeof SIGNAL_VALUES;
  readonly value: string;
}

/** Every line that is a signal with a value, written out. */
export const VALUE_LINES: ReadonlyMap<string, ValueLine> = /* @__PURE__ */ new Map(
  (Object.keys(SIGNAL_VALUES) as (keyof typeof SIGNAL_VALUES)[]).flatMap((kind) =>
    SIGNAL_VALUES[kind].map((value) => [`<${kind}>${value}</${kind}>`, { kind, value }] as const),
  ),
);

/** Every line, written out, that is a signal or a tag of one. */
export const OWN_LINES: ReadonlySet<string> = /* @__PURE__ */ new Set([...VALUE_LINES.keys(), ...OWN_TAGS]);
