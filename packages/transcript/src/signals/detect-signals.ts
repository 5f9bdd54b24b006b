import { type Reading, readSaidLines, type SaidLine } from '../markdown/said-lines.ts';
import { CLOSE_TAG } from './own-lines.ts';
import { SIGNAL_QUESTION, type SignalPart } from './recognise-signal.ts';
import { type Signal, SIGNAL_VALUES, type SignalMode, SIGNALS_OF_MODE } from './signal.ts';

/** How signals are looked for. */
export interface DetectOptions {
  /** Only signals that this mode understands; without it, all kinds. */
  readonly mode?: SignalMode;
}

/** Detects signals with a given way of reading Markdown. */
export function detectSignalsWith(
  reading: Reading,
  markdown: string,
  options: DetectOptions,
): readonly Signal[] {
  if (!mayContainSignal(markdown)) return [];
  const said = readSaidLines(markdown, SIGNAL_QUESTION, reading);
  const signals = toSignals(markdown, said);
  if (options.mode === undefined) return signals;
  const understood = SIGNALS_OF_MODE[options.mode];
  return signals.filter((signal) => understood.includes(signal.kind));
}

/** The closing tags of all signals. */
const CLOSE_TAGS = [...Object.keys(SIGNAL_VALUES).map((kind) => `</${kind}>`), CLOSE_TAG];

/** Whether a message could contain a signal: a search for fixed strings that loads nothing. False is certain. */
export function mayContainSignal(markdown: string): boolean {
  return CLOSE_TAGS.some((tag) => markdown.includes(tag));
}

function toSignals(markdown: string, said: readonly SaidLine<SignalPart>[]): Signal[] {
  const signals: Signal[] = [];
  let open: SaidLine<SignalPart> | undefined;
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
