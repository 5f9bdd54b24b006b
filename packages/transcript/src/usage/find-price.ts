import type { ModelPrice, PriceTable } from './prices.ts';

/** A price and the model that it belongs to. */
export interface FoundPrice {
  readonly price: ModelPrice;
  /** The listed model; a related one if the model is unknown. */
  readonly pricedAs: string;
  readonly isKnown: boolean;
}

/** Suffixes of a model's name that don't change its price: a date, a variant, a provider. */
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
