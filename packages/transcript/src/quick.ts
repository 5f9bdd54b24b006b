export type { AskedLine, FindPlaces, MarkdownParser, NearMiss, LinePlace } from './markdown/line-place.ts';
export { createReader, type MessageReader } from './create-reader.ts';
export type { DetectOptions, SignalReading } from './signals/detect-signals.ts';
export {
  asObject,
  countField,
  fieldOf,
  objectField,
  objectsField,
  parseObject,
  stringField,
  type UntrustedObject,
} from './json/untrusted.ts';
export { LOOP_MARKERS, type Marker } from './signals/markers.ts';
export { PEER_MARKERS } from './signals/peer-markers.ts';
export type { Signal, SignalKind, SignalMode } from './signals/signal.ts';
export type { StatusBlock, StatusField, StatusProblem } from './status/parse-status-block.ts';
export type {
  AdvisorUsage,
  AssistantEntry,
  Entry,
  OtherEntry,
  ReportedUsage,
  ToolResult,
  ToolUse,
  UserEntry,
} from './entries/entry.ts';
export {
  isHumanPrompt,
  isMainAssistant,
  lastAssistantText,
  type LastTextOptions,
} from './entries/last-assistant-text.ts';
export { parseEntries, parseEntry, toEntry } from './entries/parse-entry.ts';
export { errorSignature } from './facts/error-signature.ts';
export {
  summarizeToolCalls,
  type ToolCall,
  toolCallsOf,
  type ToolError,
  type ToolFacts,
} from './facts/tool-facts.ts';
export {
  type CountedMessage,
  countMessages,
  foldUsage,
  NO_USAGE,
  type UsageBucket,
  type UsageState,
} from './usage/fold-usage.ts';
export { PRICES_SOURCE } from './usage/list-prices.ts';
export { type OwnPrices, withOwnPrices } from './usage/own-prices.ts';
export { type ModelPrice, PRICES, type PriceTable, type TokenPrices } from './usage/prices.ts';
export {
  findPrice,
  type FoundPrice,
  type ModelUsage,
  priceUsage,
  summarizeUsage,
  type UsageSummary,
} from './usage/summarize-usage.ts';
export { NO_TOKENS, type TokenCounts } from './usage/token-counts.ts';
