import { countField, objectField, type UntrustedObject } from '../json/untrusted.ts';

/** Tokens by kind of price. */
export interface TokenCounts {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  /** Written to the cache for five minutes or for an unknown time. */
  readonly cacheWrite5m: number;
  readonly cacheWrite1h: number;
  /** Requests rather than tokens, priced one by one. */
  readonly webSearches: number;
}

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
  return {
    input: combine(one.input, other.input),
    output: combine(one.output, other.output),
    cacheRead: combine(one.cacheRead, other.cacheRead),
    cacheWrite5m: combine(one.cacheWrite5m, other.cacheWrite5m),
    cacheWrite1h: combine(one.cacheWrite1h, other.cacheWrite1h),
    webSearches: combine(one.webSearches, other.webSearches),
  };
}

/** Both together. */
export function addTokens(one: TokenCounts, other: TokenCounts): TokenCounts {
  return combineTokens(one, other, (a, b) => a + b);
}

/** All tokens of any price. */
export function totalTokens(tokens: TokenCounts): number {
  return tokens.input + tokens.output + promptExtra(tokens);
}

/** The length of a message's prompt, cached or not. */
export function promptTokens(tokens: TokenCounts): number {
  return tokens.input + promptExtra(tokens);
}

function promptExtra(tokens: TokenCounts): number {
  return tokens.cacheRead + tokens.cacheWrite5m + tokens.cacheWrite1h;
}
