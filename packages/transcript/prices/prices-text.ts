import { calcPrice, findProvider } from '@pydantic/genai-prices';
import { FAST, LONG_PROMPT, MISSING, READ_ON } from './supplement.ts';

/** US dollars for a million tokens. Writing to the cache follows from the input price. */
export type Rates = readonly [input: number, output: number, cacheRead: number];

/** The version of the maintained list, and the day on which it was published. */
export interface Origin {
  readonly version: string;
  readonly publishedOn: string;
}

/** The models that this package lists: from 3.5 on, as older ones have no client that could name them. */
const LISTED = /^claude-(?:\d-\d-[a-z]+|[a-z]+-\d[\d-]*)$/;

/** The text of `src/usage/list-prices.ts`, from the maintained list and our supplement. */
export function pricesText({ version, publishedOn }: Origin): string {
  const listed = listedRates(new Date(publishedOn));
  const known = Object.keys(MISSING).filter((model) => listed.has(model));
  if (known.length > 0)
    throw new Error(`The list has ${known.join(', ')} by now: remove it from supplement.ts.`);
  const all = new Map([...listed, ...Object.entries(MISSING)]);
  const rows = [...all]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([model, rates]) => rowOf(model, rates));
  const asOf = publishedOn > READ_ON ? publishedOn : READ_ON;
  return `import { ofClaude, priced } from './priced.ts';

// Written by \`pnpm run prices\`; changes by hand are lost.

/** Where the prices are from. */
export const PRICES_SOURCE =
  '@pydantic/genai-prices ${version} of ${publishedOn}, with a supplement of ${READ_ON}';

/** The day of the prices. */
export const PRICES_AS_OF = '${asOf}';

/** List prices of the current models, and of the ones that older transcripts name. */
export const LIST_PRICES = ofClaude({
${rows.join('\n')}
});
`;
}

/** The prices of a day: the list has earlier ones, too. */
function listedRates(timestamp: Date): Map<string, Rates> {
  const models = findProvider({ providerId: 'anthropic' })?.models ?? [];
  const found = models.flatMap(({ id }) => {
    const price = calcPrice({ input_tokens: 1, output_tokens: 1 }, id, {
      providerId: 'anthropic',
      timestamp,
    })?.model_price;
    const name = id.replace(/-latest$/, '');
    if (price === undefined || !LISTED.test(name)) return [];
    const rates: Rates = [
      baseOf(price['input_mtok']),
      baseOf(price['output_mtok']),
      baseOf(price['cache_read_mtok']),
    ];
    const short = name.replace(/-0$/, '');
    return [name, short].map((one) => [one, rates] as const);
  });
  if (found.length < 15)
    throw new Error(`The list has only ${found.length} of our models: look at its format.`);
  return new Map(found);
}

/** A price, or the first of its steps. */
function baseOf(price: unknown): number {
  const base = typeof price === 'object' && price !== null && 'base' in price ? price.base : price;
  if (typeof base !== 'number' || !(base > 0)) throw new Error(`No price: ${JSON.stringify(price)}`);
  return base;
}

function rowOf(model: string, rates: Rates): string {
  const modes = Object.entries({ fast: FAST[model], longPrompt: LONG_PROMPT[model] });
  const more = modes.flatMap(([mode, own]) => (own ? [`${mode}: ${call(own)}`] : []));
  const price = more.length === 0 ? call(rates) : `{ ${[`...${call(rates)}`, ...more].join(', ')} }`;
  return `  '${model.replace(/^claude-/, '')}': ${price},`;
}

function call(rates: Rates): string {
  return `priced(${rates.join(', ')})`;
}
