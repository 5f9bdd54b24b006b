import type { Entry } from '../entries/entry.ts';
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

/** A price and the model that it belongs to. */
export interface FoundPrice {
  readonly price: ModelPrice;
  /** The listed model; a related one if the model is unknown. */
  readonly pricedAs: string;
  readonly isKnown: boolean;
}

/** Suffixes of a model's name that don't change its price: a date, a variant, a provider. */
const OTHER_VERSION = /^(?:[a-z]|\d|-\d{1,2}(?!\d))/;

/** The price for a model's name in any provider's spelling; for an unknown model the one of its family, never none. */
export function findPrice(table: PriceTable, model: string): FoundPrice {
  const name = model.toLowerCase();
  const listed = Object.keys(table.models).filter((id) => names(name, id));
  const known = listed.sort((one, other) => other.length - one.length)[0];
  const standIn = Object.entries(table.families).find(([family]) => name.includes(family))?.[1];
  const pricedAs = known ?? standIn ?? table.otherwise;
  const price = table.models[pricedAs];
  if (price === undefined)
    throw new RangeError(`The price table has no model "${pricedAs}": list it under models.`);
  return { price, pricedAs, isKnown: known !== undefined };
}

function names(name: string, id: string): boolean {
  const at = name.indexOf(id);
  return at !== -1 && !OTHER_VERSION.test(name.slice(at + id.length));
}
