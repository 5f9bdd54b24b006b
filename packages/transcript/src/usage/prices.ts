import { LIST_PRICES, PRICES_AS_OF } from './list-prices.ts';

/**
 * The kinds of tokens that have a price. Tokens written to the cache for an unknown time count as those for five
 * minutes.
 */
export const PRICED_KINDS = ['input', 'output', 'cacheRead', 'cacheWrite5m', 'cacheWrite1h'] as const;

/** A kind of tokens that has a price. */
export type PricedKind = (typeof PRICED_KINDS)[number];

/** US dollars for a million tokens of each kind. */
export type TokenPrices = Readonly<Record<PricedKind, number>>;

/** The prices of a model. */
export interface ModelPrice extends TokenPrices {
  /** Its fast mode, where it has one. */
  readonly fast?: TokenPrices;
  /** For messages whose prompt is longer than `LONG_PROMPT_TOKENS`, where that makes a difference. */
  readonly longPrompt?: TokenPrices;
}

/** Prices by model, and substitutes for unlisted models. */
export interface PriceTable {
  /** The date of the prices. */
  readonly asOf: string;
  readonly models: Readonly<Record<string, ModelPrice>>;
  /** By the family's name, the listed model whose price is taken for an unlisted one of that family. */
  readonly families: Readonly<Record<string, string>>;
  /** The listed model whose price is taken for a model of no family known here. */
  readonly otherwise: string;
  /** US dollars for one web search. */
  readonly webSearch: number;
}

/** Above this many tokens a prompt is long. */
export const LONG_PROMPT_TOKENS = 100_000;

/** List prices of the current model families, and of the ones that older transcripts name. */
export const PRICES: PriceTable = {
  asOf: PRICES_AS_OF,
  models: LIST_PRICES,
  // The most expensive current model of each family: an unlisted model should reach a budget too early, not too late.
  families: {
    fable: 'claude-fable-5',
    mythos: 'claude-mythos-5',
    opus: 'claude-opus-5',
    sonnet: 'claude-sonnet-5',
    haiku: 'claude-haiku-4-5',
  },
  otherwise: 'claude-opus-5',
  webSearch: 0.01,
};
