import { ofClaude, priced } from './priced.ts';

// Written by `pnpm run prices`; changes by hand are lost.

/** Where the prices are from. */
export const PRICES_SOURCE = '@pydantic/genai-prices 0.1.8 of 2026-09-23, with a supplement of 2026-11-18';

/** The day of the prices. */
export const PRICES_AS_OF = '2026-11-18';

/** List prices of the current models, and of the ones that older transcripts name. */
export const LIST_PRICES = ofClaude({
  '3-5-haiku': priced(0.8, 4, 0.08),
  '3-5-sonnet': priced(3, 15, 0.3),
  '3-7-sonnet': priced(3, 15, 0.3),
  'fable-5': priced(10, 50, 1),
  'fable-5-1': priced(10, 50, 0.25),
  'fable-5-2': { ...priced(8, 40, 0.2), fast: priced(16, 80, 0.4) },
  'haiku-4-5': priced(1, 5, 0.1),
  'haiku-5-5': { ...priced(0.1, 0.5, 0.01), longPrompt: priced(0.5, 2.5, 0.05) },
  'mythos-5': priced(10, 50, 1),
  'mythos-5-1': priced(10, 50, 0.25),
  'mythos-5-2': { ...priced(8, 40, 0.2), fast: priced(16, 80, 0.4) },
  'opus-4': priced(15, 75, 1.5),
  'opus-4-0': priced(15, 75, 1.5),
  'opus-4-1': priced(15, 75, 1.5),
  'opus-4-5': priced(5, 25, 0.5),
  'opus-4-6': { ...priced(5, 25, 0.5), fast: priced(30, 150, 3) },
  'opus-4-7': { ...priced(5, 25, 0.5), fast: priced(30, 150, 3) },
  'opus-4-8': { ...priced(5, 25, 0.5), fast: priced(10, 50, 1) },
  'opus-5': { ...priced(5, 25, 0.5), fast: priced(10, 50, 1) },
  'opus-5-5': { ...priced(4, 20, 0.2), fast: priced(8, 40, 0.4) },
  'sonnet-4': priced(3, 15, 0.3),
  'sonnet-4-0': priced(3, 15, 0.3),
  'sonnet-4-5': priced(3, 15, 0.3),
  'sonnet-4-6': priced(3, 15, 0.3),
  'sonnet-5': priced(2, 10, 0.2),
  'sonnet-5-5': priced(2, 10, 0.1),
});
