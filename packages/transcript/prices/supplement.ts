import type { Rates } from './prices-text.ts';

/** The day of the prices in this file. */
export const READ_ON = '2026-11-18';

/** Models that the maintained list doesn't have. The generator refuses one that it has by now: remove it then. */
export const MISSING: Readonly<Record<string, Rates>> = {
  'claude-fable-5-2': { input: 8, output: 40, cacheRead: 0.2 },
  'claude-mythos-5': { input: 10, output: 50, cacheRead: 1 },
  'claude-mythos-5-1': { input: 10, output: 50, cacheRead: 0.25 },
  'claude-mythos-5-2': { input: 8, output: 40, cacheRead: 0.2 },
  'claude-sonnet-5-5': { input: 2, output: 10, cacheRead: 0.1 },
  'claude-haiku-5-5': { input: 0.1, output: 0.5, cacheRead: 0.01 },
};

/** Prices of fast modes, which the list doesn't have at all. */
export const FAST: Readonly<Record<string, Rates>> = {
  'claude-fable-5-2': { input: 16, output: 80, cacheRead: 0.4 },
  'claude-mythos-5-2': { input: 16, output: 80, cacheRead: 0.4 },
  'claude-opus-4-6': { input: 30, output: 150, cacheRead: 3 },
  'claude-opus-4-7': { input: 30, output: 150, cacheRead: 3 },
  'claude-opus-4-8': { input: 10, output: 50, cacheRead: 1 },
  'claude-opus-5': { input: 10, output: 50, cacheRead: 1 },
  'claude-opus-5-5': { input: 8, output: 40, cacheRead: 0.4 },
};

/** Prices for prompts above `LONG_PROMPT_TOKENS`. */
export const LONG_PROMPT: Readonly<Record<string, Rates>> = {
  'claude-haiku-5-5': { input: 0.5, output: 2.5, cacheRead: 0.05 },
};
