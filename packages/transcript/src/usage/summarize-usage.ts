import type { Entry } from '../entries/entry.ts';
import { findPrice } from './find-price.ts';
import { foldUsage, NO_USAGE, type UsageBucket, type UsageState } from './fold-usage.ts';
import { type ModelPrice, PRICED_KINDS, PRICES, type PriceTable, type TokenPrices } from './prices.ts';
import { addTokens, NO_TOKENS, type TokenCounts, totalTokens } from './token-counts.ts';

/** The usage of one model. */
export interface ModelUsage {
  readonly model: string;
  /** The listed model whose price was used. */
  readonly pricedAs: string;
  readonly tokens: TokenCounts;
  readonly costUsd: number;
}

/** The usage and the cost of a conversation. */
export interface UsageSummary {
  readonly tokens: TokenCounts;
  readonly totalTokens: number;
  readonly costUsd: number;
  readonly byModel: readonly ModelUsage[];
  /** Models that have no price of their own and were priced as one of their family. */
  readonly unknownModels: readonly string[];
  /** The day of the prices. */
  readonly pricesAsOf: string;
}

const TOKENS_PER_PRICE = 1_000_000;

/** Sums up the usage of entries, each message once. Pass the lines of agents too, because they cost as well. */
export function summarizeUsage(entries: Iterable<Entry>, prices: PriceTable = PRICES): UsageSummary {
  return priceUsage(foldUsage(NO_USAGE, entries), prices);
}

/** Prices the counted usage. */
export function priceUsage(state: UsageState, prices: PriceTable = PRICES): UsageSummary {
  const byModel = new Map<string, ModelUsage>();
  const unknownModels = new Set<string>();
  for (const bucket of state.buckets) {
    const { price, pricedAs, isKnown } = findPrice(prices, bucket.model);
    if (!isKnown) unknownModels.add(bucket.model);
    const before = byModel.get(bucket.model);
    byModel.set(bucket.model, {
      model: bucket.model,
      pricedAs,
      tokens: addTokens(before?.tokens ?? NO_TOKENS, bucket.tokens),
      costUsd: (before?.costUsd ?? 0) + costOf(bucket, ratesFor(bucket, price), prices.webSearch),
    });
  }
  const models = [...byModel.values()];
  const tokens = models.map((model) => model.tokens).reduce(addTokens, NO_TOKENS);
  return {
    tokens,
    totalTokens: totalTokens(tokens),
    costUsd: models.reduce((sum, model) => sum + model.costUsd, 0),
    byModel: models,
    unknownModels: [...unknownModels],
    pricesAsOf: prices.asOf,
  };
}

function ratesFor(bucket: UsageBucket, price: ModelPrice): TokenPrices {
  if (bucket.speed === 'fast' && price.fast !== undefined) return price.fast;
  return bucket.prompt === 'long' ? (price.longPrompt ?? price) : price;
}

function costOf({ tokens }: UsageBucket, rates: TokenPrices, webSearch: number): number {
  const sum = PRICED_KINDS.reduce((before, kind) => before + tokens[kind] * rates[kind], 0);
  return sum / TOKENS_PER_PRICE + tokens.webSearches * webSearch;
}
