/** US dollars for a million tokens of each kind. */
export interface TokenPrices {
  readonly input: number;
  readonly output: number;
  readonly cacheWrite5m: number;
  readonly cacheWrite1h: number;
  readonly cacheRead: number;
}

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

/** Writing to the cache costs 1.25 times (five minutes) or 2 times (an hour) the input price. */
function priced(input: number, output: number, cacheRead: number): TokenPrices {
  return { input, output, cacheWrite5m: input * 1.25, cacheWrite1h: input * 2, cacheRead };
}

const FABLE_5 = priced(10, 50, 1);
const FABLE_5_1 = priced(10, 50, 0.25);
const FABLE_5_2 = { ...priced(8, 40, 0.2), fast: priced(16, 80, 0.4) };
const OPUS_4 = priced(15, 75, 1.5);
const OPUS_4_5 = priced(5, 25, 0.5);
const OPUS_4_6 = { ...OPUS_4_5, fast: priced(30, 150, 3) };
const OPUS_5 = { ...OPUS_4_5, fast: priced(10, 50, 1) };
const SONNET_4 = priced(3, 15, 0.3);

/** List prices of the current model families, and of the ones that older transcripts name. */
export const PRICES: PriceTable = {
  asOf: '2026-11-18',
  models: {
    'claude-fable-5': FABLE_5,
    'claude-fable-5-1': FABLE_5_1,
    'claude-fable-5-2': FABLE_5_2,
    'claude-mythos-5': FABLE_5,
    'claude-mythos-5-1': FABLE_5_1,
    'claude-mythos-5-2': FABLE_5_2,
    'claude-opus-4': OPUS_4,
    'claude-opus-4-0': OPUS_4,
    'claude-opus-4-1': OPUS_4,
    'claude-opus-4-5': OPUS_4_5,
    'claude-opus-4-6': OPUS_4_6,
    'claude-opus-4-7': OPUS_4_6,
    'claude-opus-4-8': OPUS_5,
    'claude-opus-5': OPUS_5,
    'claude-opus-5-5': { ...priced(4, 20, 0.2), fast: priced(8, 40, 0.4) },
    'claude-3-5-sonnet': SONNET_4,
    'claude-3-7-sonnet': SONNET_4,
    'claude-sonnet-4': SONNET_4,
    'claude-sonnet-4-0': SONNET_4,
    'claude-sonnet-4-5': SONNET_4,
    'claude-sonnet-4-6': SONNET_4,
    'claude-sonnet-5': priced(2, 10, 0.2),
    'claude-sonnet-5-5': priced(2, 10, 0.1),
    'claude-3-5-haiku': priced(0.8, 4, 0.08),
    'claude-haiku-4-5': priced(1, 5, 0.1),
    'claude-haiku-5-5': { ...priced(0.1, 0.5, 0.01), longPrompt: priced(0.5, 2.5, 0.05) },
  },
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
