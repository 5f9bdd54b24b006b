import { calcPrice, findProvider } from '@pydantic/genai-prices';
import { FAST, LONG_PROMPT, MISSING, READ_ON } from './supplement.ts';

/** US dollars for a million tokens. Writing to the cache follows from the input price. */
export interface Rates {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
}

/** What the generated file says about itself. */
export interface Origin {
  /** The version of the maintained list. */
  readonly version: string;
  /** The day on which that version was published. */
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
  const texts = [...all.values(), ...Object.values(FAST), ...Object.values(LONG_PROMPT)].map(call);
  // Each hook that counts loads this list, so rates that many models share stand once.
  const shared = new Map(
    [...new Set(texts)]
      .filter((text) => texts.filter((other) => other === text).length > 1)
      .map((text, index) => [text, `SHARED_${index + 1}`]),
  );
  const nameOf = (rates: Rates): string => shared.get(call(rates)) ?? call(rates);
  const rows = [...all]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([model, rates]) => rowOf(model, rates, nameOf));
  const asOf = publishedOn > READ_ON ? publishedOn : READ_ON;
  return `import { ofClaude, priced } from './priced.ts';

// Written by \`pnpm run prices\`; changes by hand are lost.

/** Where the prices are from. */
export const PRICES_SOURCE =
  '@pydantic/genai-prices ${version} of ${publishedOn}, with a supplement of ${READ_ON}';

/** The day of the prices. */
export const PRICES_AS_OF = '${asOf}';

${[...shared].map(([text, name]) => `const ${name} = ${text};`).join('\n')}

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
    const rates = {
      input: baseOf(price['input_mtok']),
      output: baseOf(price['output_mtok']),
      cacheRead: baseOf(price['cache_read_mtok']),
    };
    const short = name.replace(/-0$/, '');
    return [...new Set([name, short])].map((one) => [one, rates] as const);
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

function rowOf(model: string, rates: Rates, nameOf: (rates: Rates) => string): string {
  const short = model.replace(/^claude-/, '');
  const [fast, longPrompt] = [FAST[model], LONG_PROMPT[model]];
  if (!fast && !longPrompt) return `  '${short}': ${nameOf(rates)},`;
  const more = [fast && `fast: ${nameOf(fast)}`, longPrompt && `longPrompt: ${nameOf(longPrompt)}`].filter(
    Boolean,
  );
  return `  '${short}': { ...${nameOf(rates)}, ${more.join(', ')} },`;
}

function call({ input, output, cacheRead }: Rates): string {
  return `priced(${input}, ${output}, ${cacheRead})`;
}
