import { existsSync } from 'node:fs';
import type { Spend } from '@loopwright/core';
import type { Facts, Host } from '@loopwright/hosts';
import { type PriceTable, priceUsage } from '@loopwright/transcript/quick';
import { followUsage } from '@loopwright/transcript/node';
import type { ClientReader } from '../client/client-reader.ts';

/** The bill of an agent that has not answered yet. */
export const NOTHING: Spend = { usd: 0, tokens: 0 };

/**
 * The cost of an agent: as it reported. An agent that was killed before its report is priced by its transcript, and
 * without a transcript by the messages that it printed, which contain fewer tokens.
 */
export function billOf(reader: ClientReader, transcriptPath: string, prices?: PriceTable): Spend {
  const { usd, tokens = 0 } = reader.facts;
  if (usd !== undefined) return { usd, tokens };
  return larger(billByTranscript(transcriptPath, prices), reader.priced());
}

/** The cost of a session by its transcript and those of its agents; undefined without a transcript. */
export function billByTranscript(path: string, prices?: PriceTable): Spend | undefined {
  if (!existsSync(path)) return undefined;
  const { costUsd: usd, totalTokens: tokens } = priceUsage(followUsage(path).usage, prices);
  return { usd, tokens };
}

/** The cost of messages by our own prices. An agent that tells dollars has relatives of its models among them. */
export function pricedBill({ usage, usd, tokens }: Facts, { tells }: Host, prices?: PriceTable): Spend {
  const { costUsd, totalTokens, unknownModels } = priceUsage(usage, prices);
  const counted = Math.max(totalTokens, tokens ?? 0);
  if (usd !== undefined) return { usd, tokens: counted };
  const isPriced = tells === 'dollars' || (totalTokens > 0 && unknownModels.length === 0);
  const isKnown = isPriced && totalTokens >= counted;
  return isKnown ? { usd: costUsd, tokens: counted } : { usd: 0, tokens: counted, isUnpriced: true };
}

/** A charge, and the reason if it is no known cost. */
export interface Charge {
  readonly bill: Spend;
  readonly guess?: 'request' | 'reservation';
}

/** The first request of a client: 40,000 tokens of prompt and 8,000 of answer cost $0.45 at the price of Opus 5. */
const FIRST_REQUEST_USD = 0.5;

/**
 * The charge for a client that was killed together with its driver. `seen` is its cost as its driver saw it: all of it if
 * that is final. `read` is its cost by its transcript. A client without any answer on record is charged for one request,
 * which may have been under way; one without any record is charged its whole reservation.
 */
export function chargeOf(
  seen: (Spend & { readonly isFinal?: boolean | undefined }) | undefined,
  read: Spend | undefined,
  reservedUsd: number,
): Charge {
  if (seen?.isFinal === true) return { bill: seen };
  if (!read && !seen) return { bill: { usd: reservedUsd, tokens: 0 }, guess: 'reservation' };
  const bill = larger(read, seen ?? NOTHING);
  if (bill.usd > 0 || bill.isUnpriced) return { bill };
  return { bill: { usd: Math.min(reservedUsd, FIRST_REQUEST_USD), tokens: 0 }, guess: 'request' };
}

function larger(one: Spend | undefined, other: Spend): Spend {
  return one && one.usd > other.usd ? one : other;
}
