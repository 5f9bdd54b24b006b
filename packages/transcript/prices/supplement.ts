import type { Rates } from './prices-text.ts';

/** The day of the prices in this file. */
export const READ_ON = '2026-11-18';

/** Models that the maintained list doesn't have. The generator refuses one that it has by now: remove it then. */
export const MISSING: Readonly<Record<string, Rates>> = {
  'claude-fable-5-2': [8, 40, 0.2],
  'claude-mythos-5': [10, 50, 1],
  'claude-mythos-5-1': [10, 50, 0.25],
  'claude-mythos-5-2': [8, 40, 0.2],
  'claude-sonnet-5-5': [2, 10, 0.1],
  'claude-haiku-5-5': [0.1, 0.5, 0.01],
};

/** Prices of fast modes, which the list doesn't have at all. */
export const FAST: Readonly<Record<string, Rates>> = {
  'claude-fable-5-2': [16, 80, 0.4],
  'claude-mythos-5-2': [16, 80, 0.4],
  'claude-opus-4-6': [30, 150, 3],
  'claude-opus-4-7': [30, 150, 3],
  'claude-opus-4-8': [10, 50, 1],
  'claude-opus-5': [10, 50, 1],
  'claude-opus-5-5': [8, 40, 0.4],
};

/** Prices for prompts above `LONG_PROMPT_TOKENS`. */
export const LONG_PROMPT: Readonly<Record<string, Rates>> = {
  'claude-haiku-5-5': [0.5, 2.5, 0.05],
};
