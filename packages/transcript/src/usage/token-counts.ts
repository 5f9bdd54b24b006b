import { countField, objectField, type UntrustedObject } from '../json/untrusted.ts';
import { PRICED_KINDS, type PricedKind } from './prices.ts';

/** Tokens by kind of price, and web searches: requests rather than tokens, priced one by one. */
export type TokenCounts = Readonly<Record<PricedKind | 'webSearches', number>>;

/** Nothing counted yet. */
export const NO_TOKENS: TokenCounts = {
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite5m: 0,
  cacheWrite1h: 0,
  webSearches: 0,
};

/** Reads the `usage` of a message; a count that is missing or no sane number is 0. */
export function parseTokenCounts(usage: UntrustedObject): TokenCounts {
  const byTime = objectField(usage, 'cache_creation');
  const cacheWrite1h = countField(byTime, 'ephemeral_1h_input_tokens');
  const named5m = countField(byTime, 'ephemeral_5m_input_tokens');
  const unnamed = Math.max(0, countField(usage, 'cache_creation_input_tokens') - named5m - cacheWrite1h);
  return {
    input: countField(usage, 'input_tokens'),
    output: countField(usage, 'output_tokens'),
    cacheRead: countField(usage, 'cache_read_input_tokens'),
    cacheWrite5m: named5m + unnamed,
    cacheWrite1h,
    webSearches: countField(objectField(usage, 'server_tool_use'), 'web_search_requests'),
  };
}

/** Field by field, what `combine` makes of two counts. */
export function combineTokens(
  one: TokenCounts,
  other: TokenCounts,
  combine: (one: number, other: number) => number,
): TokenCounts {
  const kinds = Object.keys(NO_TOKENS) as (keyof TokenCounts)[];
  const combined = kinds.map((kind) => [kind, combine(one[kind], other[kind])]);
  return Object.fromEntries(combined) as TokenCounts;
}

/** Both together. */
export function addTokens(one: TokenCounts, other: TokenCounts): TokenCounts {
  return combineTokens(one, other, (a, b) => a + b);
}

/** All tokens of any price. */
export function totalTokens(tokens: TokenCounts): number {
  return PRICED_KINDS.reduce((sum, kind) => sum + tokens[kind], 0);
}
