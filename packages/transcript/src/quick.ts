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
export { NO_USAGE, type UsageState } from './usage/fold-usage.ts';
export { withOwnPrices } from './usage/own-prices.ts';
export { PRICES, type PriceTable } from './usage/prices.ts';
export { findPrice, priceUsage } from './usage/summarize-usage.ts';
export type { StatusBlock, StatusProblem } from './status/parse-status-block.ts';
