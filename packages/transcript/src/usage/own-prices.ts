import { asObject, fieldOf, objectField, parseObject } from '../json/untrusted.ts';
import { PRICES, type ModelPrice, PRICED_KINDS, type PriceTable, type TokenPrices } from './prices.ts';
import { priced } from './priced.ts';

/** A price table with a user's own prices, and what was wrong with them. */
export interface OwnPrices {
  readonly prices: PriceTable;
  /** One line for each price that doesn't count. */
  readonly problems: readonly string[];
}

/** A price above this is a slip: dollars for a token instead of a million, for example. */
const MOST = 10_000;

/**
 * Puts a user's own prices over a table: `{ "models": { "my-model": { "input": 4, "output": 20 } } }`, in US dollars for
 * a million tokens. Omitted cache prices follow from the input price as in the list: reading a tenth, writing 1.25
 * times and 2 times. Never throws; a wrong price is left out and named.
 */
export function withOwnPrices(text: string, table: PriceTable = PRICES): OwnPrices {
  const file = parseObject(text);
  const models = objectField(file, 'models');
  if (models === undefined)
    return { prices: table, problems: [file ? 'it has no "models"' : 'it is no JSON object'] };
  const problems: string[] = [];
  const own = Object.entries(models).flatMap(([model, value]) => {
    const price = parsePrice(value);
    if (typeof price !== 'string') return [[model.toLowerCase(), price] as const];
    problems.push(`${model}: ${price}`);
    return [];
  });
  return { prices: { ...table, models: { ...table.models, ...Object.fromEntries(own) } }, problems };
}

function parsePrice(value: unknown): ModelPrice | string {
  const rates = parseRates(value);
  if (typeof rates === 'string') return rates;
  const given = asObject(value);
  const modes = (['fast', 'longPrompt'] as const).filter((mode) => fieldOf(given, mode) !== undefined);
  const parsed = modes.map((mode) => [mode, parseRates(fieldOf(given, mode))] as const);
  const wrong = parsed.find(([, mode]) => typeof mode === 'string');
  return wrong ? `${wrong[0]}: ${String(wrong[1])}` : { ...rates, ...Object.fromEntries(parsed) };
}

function parseRates(value: unknown): TokenPrices | string {
  const given = asObject(value);
  if (given === undefined) return 'not an object';
  const own = PRICED_KINDS.filter((kind) => given[kind] !== undefined);
  const wrong = own.find((kind) => !isPrice(given[kind]));
  if (wrong !== undefined) return `${wrong} is no price`;
  const { input, output, cacheRead } = given as Partial<TokenPrices>;
  if (input === undefined || output === undefined) return 'it needs input and output';
  const rates = priced(input, output, cacheRead ?? input / 10);
  return { ...rates, ...Object.fromEntries(own.map((kind) => [kind, given[kind]])) };
}

function isPrice(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value <= MOST;
}
