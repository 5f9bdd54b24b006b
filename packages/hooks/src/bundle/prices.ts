// The part that reads the user's own prices. Only where there is such a file, it is loaded.
export { ownPrices } from '../edge/own-prices.ts';
