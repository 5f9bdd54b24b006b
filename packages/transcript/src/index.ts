import { createReader, type MessageReader } from './create-reader.ts';
import { judgeWithRemark } from './markdown/remark-judge.ts';
import { findShownSignal } from './signals/find-shown-signal.ts';

const reader: MessageReader = /* @__PURE__ */ createReader(() => ({
  judgeWithRemark,
  findShownSignal,
}));

/**
 * The signals that a reader of the message sees as said, ordered by their end; the last one counts.
 *
 * @example
 * detectSignals('All green.\n\n<loop-done>COMPLETE</loop-done>')
 * // → [{ kind: 'loop-done', value: 'COMPLETE', line: 3 }]
 */
export const detectSignals: MessageReader['detectSignals'] = (markdown, options) =>
  reader.detectSignals(markdown, options);

/**
 * The said signals. Where there is none, also the last one that is only shown, and what it stands in.
 *
 * @example
 * readSignals('> <loop-done>COMPLETE</loop-done>')
 * // → { signals: [], nearMiss: { line: 1, place: 'quote' } }
 */
export const readSignals: MessageReader['readSignals'] = (markdown, options) =>
  reader.readSignals(markdown, options);

/** The last complete status block that a reader of the message would see as said. Never throws. */
export const parseStatusBlock: MessageReader['parseStatusBlock'] = (markdown) =>
  reader.parseStatusBlock(markdown);

export { judgeWithRemark };
export type { AskedLine, Judge, MarkdownParser, NearMiss, Place } from './markdown/judge.ts';
export { createReader, type MessageReader } from './create-reader.ts';
export type { DetectOptions, SignalReading } from './signals/detect-signals.ts';
export { mayContainSignal } from './signals/may-contain-signal.ts';
export type { Signal, SignalKind, SignalMode } from './signals/signal.ts';
export { mayContainStatusBlock } from './status/parse-status-block.ts';
export type { StatusBlock, StatusField, StatusProblem } from './status/status-block.ts';
export type {
  AssistantEntry,
  Entry,
  OtherEntry,
  ReportedUsage,
  ToolResult,
  ToolUse,
  UserEntry,
} from './entries/entry.ts';
export { lastAssistantText, type LastTextOptions } from './entries/last-assistant-text.ts';
export { parseEntries, parseEntry } from './entries/parse-entry.ts';
export { isHumanPrompt, isMainAssistant } from './entries/who-said-it.ts';
export { errorSignature } from './facts/error-signature.ts';
export { type ToolCall, toolCallsOf } from './facts/tool-call.ts';
export { summarizeToolCalls, type ToolError, type ToolFacts } from './facts/tool-facts.ts';
export { findPrice, type FoundPrice } from './usage/find-price.ts';
export {
  type CountedMessage,
  foldUsage,
  NO_USAGE,
  type UsageBucket,
  type UsageState,
} from './usage/fold-usage.ts';
export { type ModelPrice, PRICES, type PriceTable, type TokenPrices } from './usage/prices.ts';
export { type ModelUsage, priceUsage, summarizeUsage, type UsageSummary } from './usage/summarize-usage.ts';
export type { TokenCounts } from './usage/token-counts.ts';
