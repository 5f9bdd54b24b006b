import type { ModelPrice, TokenPrices } from './prices.ts';

/** Writing to the cache costs 1.25 times (five minutes) or 2 times (an hour) the input price. */
export function priced(input: number, output: number, cacheRead: number): TokenPrices {
  return { input, output, cacheWrite5m: input * 1.25, cacheWrite1h: input * 2, cacheRead };
}

/** Puts the prefix of all models before their names, which the list leaves out to be smaller in the hook. */
export function ofClaude(models: Readonly<Record<string, ModelPrice>>): Readonly<Record<string, ModelPrice>> {
  return Object.fromEntries(Object.entries(models).map(([name, price]) => [`claude-${name}`, price]));
}
