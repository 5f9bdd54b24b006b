import type { MarkdownParser } from './markdown/judge.ts';
import { type Outline, outlineOf } from './markdown/outline.ts';
import { READING_LIMITS, type Reading } from './markdown/said-lines.ts';
import { type DetectOptions, readSignalsWith, type SignalReading } from './signals/detect-signals.ts';
import { isPlainSection } from './signals/plain-section.ts';
import type { Signal } from './signals/signal.ts';
import { parseStatusBlockWith } from './status/parse-status-block.ts';
import type { StatusBlock } from './status/status-block.ts';

/** Reads what Claude said in a message. */
export interface MessageReader {
  /** The said signals, in order; the last one counts. */
  detectSignals(markdown: string, options?: DetectOptions): readonly Signal[];
  /** The said signals; where there is none, the last one that is only shown, and what it stands in. */
  readSignals(markdown: string, options?: DetectOptions): SignalReading;
  /** The last complete said status block, if any. */
  parseStatusBlock(markdown: string): StatusBlock | undefined;
}

/**
 * Creates a reader that asks for its Markdown parser only when a message needs one, so that a program which
 * must start fast can leave the parser unloaded.
 *
 * @example
 * const reader = createReader(() => require('@loopwright/transcript/remark'));
 */
export function createReader(loadParser: () => MarkdownParser): MessageReader {
  const reading: Reading = {
    outlineOf: rememberingLast(outlineOf),
    loadParser,
    limits: READING_LIMITS,
    isPlain: isPlainSection,
  };
  return {
    detectSignals: (markdown, options = {}) => readSignalsWith(reading, markdown, options).signals,
    readSignals: (markdown, options = {}) => readSignalsWith(reading, markdown, options),
    parseStatusBlock: (markdown) => parseStatusBlockWith(reading, markdown),
  };
}

/** Callers usually ask for both, so the shared analysis of the last message is cached. */
function rememberingLast(find: (text: string) => Outline): (text: string) => Outline {
  let last: { readonly text: string; readonly outline: Outline } | undefined;
  return (text) => {
    if (last?.text !== text) last = { text, outline: find(text) };
    return last.outline;
  };
}
