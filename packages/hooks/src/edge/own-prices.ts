import { type Env, readOwnPrices } from '@loopwright/checks';
import { PRICES, type PriceTable, withOwnPrices } from '@loopwright/transcript/quick';

/** The list prices with the user's own over them. A wrong price is left out; `loop doctor` names it. */
export function ownPrices(root: string, env: Env): PriceTable {
  const read = readOwnPrices(root, env);
  return read.status === 'read' ? withOwnPrices(read.text).prices : PRICES;
}
