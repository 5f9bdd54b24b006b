import type { NearMiss } from '../markdown/judge.ts';
import { isSaid, type ReadLine, type Reading, readLines } from '../markdown/said-lines.ts';
import { mayContainSignal } from './may-contain-signal.ts';
import { SIGNAL_QUESTION, type SignalPart } from './recognise-signal.ts';
import { type Signal, type SignalMode, SIGNALS_OF_MODE } from './signal.ts';

/** How signals are looked for. */
export interface DetectOptions {
  /** Only signals that this mode understands; without it, all kinds. */
  readonly mode?: SignalMode;
}

/** The signals of a message. */
export interface SignalReading {
  /** Those said, ordered by their end; the last one counts. */
  readonly signals: readonly Signal[];
  /** The last one that is only shown, where none is said. */
  readonly nearMiss?: NearMiss;
}

/** Detects signals with a given way of reading Markdown. */
export function detectSignalsWith(
  reading: Reading,
  markdown: string,
  options: DetectOptions,
): readonly Signal[] {
  return readSignalsWith(reading, markdown, options).signals;
}

/** Detects signals, or the last one that misses, with a given way of reading Markdown. */
export function readSignalsWith(reading: Reading, markdown: string, { mode }: DetectOptions): SignalReading {
  if (!mayContainSignal(markdown)) return { signals: [] };
  const lines = readLines(markdown, SIGNAL_QUESTION, reading);
  const said = toSignals(markdown, lines.filter(isSaid));
  const signals = mode === undefined ? said : said.filter(({ kind }) => SIGNALS_OF_MODE[mode].includes(kind));
  const nearMiss =
    said.length > 0
      ? undefined
      : (lastShown(lines) ??
        reading.loadParser().findShownSignal(markdown, reading.outlineOf(markdown).start));
  return { signals, ...(nearMiss && { nearMiss }) };
}

function lastShown(lines: readonly ReadLine<SignalPart>[]): NearMiss | undefined {
  const last = lines.at(-1);
  return (
    last && { line: last.line, place: last.place === 'said' ? 'block without its other tag' : last.place }
  );
}

function toSignals(markdown: string, said: readonly ReadLine<SignalPart>[]): Signal[] {
  const signals: Signal[] = [];
  let open: ReadLine<SignalPart> | undefined;
  for (const line of said) {
    const { meaning } = line;
    if (meaning.part === 'value') {
      signals.push({ kind: meaning.kind, value: meaning.value, line: line.line });
    } else if (meaning.part === 'whole') {
      signals.push({ kind: 'loop-complete', value: meaning.text, line: line.line });
    } else if (meaning.part === 'open') {
      open = line;
    } else if (open !== undefined) {
      const value = markdown.slice(open.end, line.start).trim();
      signals.push({ kind: 'loop-complete', value, line: open.line });
      open = undefined;
    }
  }
  return signals;
}
