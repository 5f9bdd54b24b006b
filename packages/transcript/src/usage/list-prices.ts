import { ofClaude, priced } from './priced.ts';

// Written by `pnpm run prices`; changes by hand are lost.

/** Where the prices are from. */
export const PRICES_SOURCE = '@pydantic/genai-prices 0.1.8 of 2026-09-23, with a supplement of 2026-11-18';

/** The day of the prices. */
export const PRICES_AS_OF = '2026-11-18';

const SHARED_1 = priced(3, 15, 0.3);
const SHARED_2 = priced(10, 50, 1);
const SHARED_3 = priced(10, 50, 0.25);
const SHARED_4 = priced(15, 75, 1.5);
const SHARED_5 = priced(5, 25, 0.5);
const SHARED_6 = priced(8, 40, 0.2);
const SHARED_7 = priced(16, 80, 0.4);
const SHARED_8 = priced(30, 150, 3);

/** List prices of the current models, and of the ones that older transcripts name. */
export const LIST_PRICES = ofClaude({
  '3-5-haiku': priced(0.8, 4, 0.08),
  '3-5-sonnet': SHARED_1,
  '3-7-sonnet': SHARED_1,
  'fable-5': SHARED_2,
  'fable-5-1': SHARED_3,
  'fable-5-2': { ...SHARED_6, fast: SHARED_7 },
  'haiku-4-5': priced(1, 5, 0.1),
  'haiku-5-5': { ...priced(0.1, 0.5, 0.01), longPrompt: priced(0.5, 2.5, 0.05) },
  'mythos-5': SHARED_2,
  'mythos-5-1': SHARED_3,
  'mythos-5-2': { ...SHARED_6, fast: SHARED_7 },
  'opus-4': SHARED_4,
  'opus-4-0': SHARED_4,
  'opus-4-1': SHARED_4,
  'opus-4-5': SHARED_5,
  'opus-4-6': { ...SHARED_5, fast: SHARED_8 },
  'opus-4-7': { ...SHARED_5, fast: SHARED_8 },
  'opus-4-8': { ...SHARED_5, fast: SHARED_2 },
  'opus-5': { ...SHARED_5, fast: SHARED_2 },
  'opus-5-5': { ...priced(4, 20, 0.2), fast: priced(8, 40, 0.4) },
  'sonnet-4': SHARED_1,
  'sonnet-4-0': SHARED_1,
  'sonnet-4-5': SHARED_1,
  'sonnet-4-6': SHARED_1,
  'sonnet-5': priced(2, 10, 0.2),
  'sonnet-5-5': priced(2, 10, 0.1),
});
