import { htmlBlockNames, htmlRawNames } from 'micromark-util-html-tag-name';
import { SIGNAL_VALUES, type SignalKind } from './signal.ts';

/** The form of a loop tool's signal. It must stand alone on its line, and a reader must see it as said. */
export type Marker<K extends string = string> =
  /** `<tag>value</tag>` on one line, with one of these values; without values, with any text. */
  | { readonly kind: K; readonly tag: string; readonly values?: readonly string[] }
  /** `<tag>` … `</tag>`, each alone on its line, or all on one line, with any text. */
  | { readonly kind: K; readonly tag: string; readonly spans: true }
  /** Exactly this line. Its text is the value. */
  | { readonly kind: K; readonly line: string };

/** A tag that may hold any text. */
export interface FreeTag {
  readonly kind: string;
  readonly open: string;
  readonly close: string;
  /** The tags may stand on lines of their own. */
  readonly spans: boolean;
}

/** Markers, prepared for the reading. */
export interface Markers {
  /** Every line that is a signal as it stands. */
  readonly lines: ReadonlyMap<string, { readonly kind: string; readonly value: string }>;
  readonly tags: readonly FreeTag[];
  /** The tags, written out, that start an HTML block of kind 7 where they stand alone on their line. */
  readonly ownTags: ReadonlySet<string>;
  /** Each candidate line contains one of these. */
  readonly words: readonly string[];
  /** A message with a signal contains one of these. */
  readonly ends: readonly string[];
}

/** The signals of Loopwright's own loops. */
export const LOOP_MARKERS: readonly Marker<SignalKind>[] = /* @__PURE__ */ loopMarkers();

function loopMarkers(): readonly Marker<SignalKind>[] {
  const kinds = Object.keys(SIGNAL_VALUES) as (keyof typeof SIGNAL_VALUES)[];
  return [
    { kind: 'loop-complete', tag: 'loop-complete', spans: true },
    ...kinds.map((kind) => ({ kind, tag: kind, values: SIGNAL_VALUES[kind] })),
  ];
}

const TAG = /^[a-z][a-z0-9-]*$/i;
const HTML_NAMES = /* @__PURE__ */ new Set([...htmlBlockNames, ...htmlRawNames]);

/** Prepares markers. Throws a `RangeError` for one that no reader could see as said. */
export function prepareMarkers(markers: readonly Marker[]): Markers {
  const lines = new Map<string, { readonly kind: string; readonly value: string }>();
  const tags: FreeTag[] = [];
  for (const marker of markers) {
    const { kind } = marker;
    if ('line' in marker) {
      const { line } = marker;
      if (line.trim() !== line || line === '' || /[\r\n]/.test(line))
        throw new RangeError(`The marker "${line}" must be one line without white space around it.`);
      lines.set(line, { kind, value: line });
      continue;
    }
    const [open, close] = [`<${marker.tag}>`, `</${marker.tag}>`];
    if (!TAG.test(marker.tag) || HTML_NAMES.has(marker.tag.toLowerCase()))
      throw new RangeError(`The tag "${marker.tag}" is no marker: Markdown shows it as HTML.`);
    if ('values' in marker && marker.values)
      for (const value of marker.values) lines.set(open + value + close, { kind, value });
    else tags.push({ kind, open, close, spans: 'spans' in marker });
  }
  const ownTags = new Set(tags.flatMap(({ open, close, spans }) => (spans ? [open, close] : [])));
  const closing = tags.map(({ close }) => close);
  const ends = [...lines.keys(), ...closing];
  return { lines, tags, ownTags, ends, words: [...ends, ...ownTags] };
}
