import type { ModelPrice, PriceTable } from './prices.ts';

/** The price of a model, and of which model it is the price. */
export interface FoundPrice {
  readonly price: ModelPrice;
  /** The listed model that was taken; another than asked for if that one is unknown. */
  readonly pricedAs: string;
  readonly isKnown: boolean;
}

/** What may follow a model's name without making it another model's: a date, a variant, a provider's suffix. */
const OTHER_VERSION = /^(?:[a-z]|\d|-\d{1,2}(?!\d))/;

/** The price for a model's name in any provider's spelling; for an unknown model the one of its family, never none. */
export function findPrice(table: PriceTable, model: string): FoundPrice {
  const name = model.toLowerCase();
  const listed = Object.keys(table.models).filter((id) => names(name, id));
  const known = listed.sort((one, other) => other.length - one.length)[0];
  const standIn = Object.entries(table.families).find(([family]) => name.includes(family))?.[1];
  const pricedAs = known ?? standIn ?? table.otherwise;
  const price = table.models[pricedAs];
  if (price === undefined)
    throw new RangeError(`The price table has no model "${pricedAs}": list it under models.`);
  return { price, pricedAs, isKnown: known !== undefined };
}

function names(name: string, id: string): boolean {
  const at = name.indexOf(id);
  return at !== -1 && !OTHER_VERSION.test(name.slice(at + id.length));
}
