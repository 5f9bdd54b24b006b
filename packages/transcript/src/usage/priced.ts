import type { TokenPrices } from './prices.ts';

/** Writing to the cache costs 1.25 times (five minutes) or 2 times (an hour) the input price. */
export function priced(input: number, output: number, cacheRead: number): TokenPrices {
  return { input, output, cacheWrite5m: input * 1.25, cacheWrite1h: input * 2, cacheRead };
}
