import { bodyStart } from '../markdown/cut-text.ts';
import type { Question } from '../markdown/find-sections.ts';
import type { NearMiss } from '../markdown/line-place.ts';
import { isSaid, type ReadLine, type Reading, readLines } from '../markdown/said-lines.ts';
import { LOOP_MARKERS, type Markers, prepareMarkers } from './markers.ts';
import { recogniseSignal, type SignalPart } from './recognise-signal.ts';
import { type Signal, type SignalKind, type SignalMode, SIGNALS_OF_MODE } from './signal.ts';

/** How signals are looked for. */
export interface DetectOptions {
  /** Only signals that this mode understands; without it, all kinds. */
  readonly mode?: SignalMode;
}

/** The signals of a message. */
export interface SignalReading<K extends string = SignalKind> {
  /** Those said, ordered by their end; the last one counts. */
  readonly signals: readonly Signal<K>[];
  /** The last signal that is only shown; only in a message without a said one. */
  readonly nearMiss?: NearMiss;
}

/** Detects signals, or the last one that misses, with a given way of reading Markdown. */
export function readSignalsWith(
  reading: Reading,
  markdown: string,
  { mode }: DetectOptions,
  markers: Markers = prepareMarkers(LOOP_MARKERS),
): SignalReading<string> {
  if (!markers.ends.some((end) => markdown.includes(end))) return { signals: [] };
  const question: Question<SignalPart> = {
    words: markers.words,
    recognise: (text, line) => recogniseSignal(markers, text, line),
  };
  const lines = readLines(markdown, question, reading);
  const said = toSignals(markdown, lines.filter(isSaid));
  const signals =
    mode === undefined ? said : said.filter(({ kind }) => SIGNALS_OF_MODE[mode].some((one) => one === kind));
  if (said.length > 0) return { signals };
  const nearMiss =
    lastShown(lines) ??
    reading.loadParser().findShownSignal(markdown, bodyStart(markdown), markers.lines.keys());
  return { signals, ...(nearMiss && { nearMiss }) };
}

function lastShown(lines: readonly ReadLine<SignalPart>[]): NearMiss | undefined {
  const last = lines.at(-1);
  return (
    last && { line: last.line, place: last.place === 'said' ? 'block without its other tag' : last.place }
  );
}

function toSignals(markdown: string, said: readonly ReadLine<SignalPart>[]): Signal<string>[] {
  const signals: Signal<string>[] = [];
  const open = new Map<string, ReadLine<SignalPart>>();
  for (const line of said) {
    const { part, kind, value } = line.meaning;
    const opened = open.get(kind);
    if (part === 'value') {
      signals.push({ kind, value, line: line.line });
    } else if (part === 'open') {
      open.set(kind, line);
    } else if (opened !== undefined) {
      signals.push({ kind, value: markdown.slice(opened.end, line.start).trim(), line: opened.line });
      open.delete(kind);
    }
  }
  return signals;
}
