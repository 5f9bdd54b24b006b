import { existsSync } from 'node:fs';
import { begunMark, type CommandOf } from '@loopwright/core';
import { type PriceTable, priceUsage } from '@loopwright/transcript';
import { followUsage } from '@loopwright/transcript/node';
import type { ClientReader } from '../client/client-reader.ts';

/** The cost of one iteration. */
export interface Bill {
  readonly usd: number;
  readonly tokens: number;
}

/** The bill of a client that has not answered yet. */
export const NOTHING: Bill = { usd: 0, tokens: 0 };

/** A bill as a command field. The run counts it once, and only for the client that it began. */
export function spentOf(
  { usd, tokens }: Bill,
  sessionId: string,
): NonNullable<CommandOf<'observe'>['spent']> {
  return { usd, tokens, from: begunMark(sessionId), to: `billed:${sessionId}` };
}

/**
 * The cost of a client: as it reported. A client that was killed before its report is priced by its transcript, and
 * without a transcript by the messages that it printed, which contain fewer tokens.
 */
export function billOf(reader: ClientReader, transcriptPath: string, prices?: PriceTable): Bill {
  const { result } = reader;
  if (result) return { usd: result.usd, tokens: result.tokens };
  return larger(billByTranscript(transcriptPath, prices), reader.priced());
}

/** The cost of a session by its transcript and those of its agents; undefined without a transcript. */
export function billByTranscript(path: string, prices?: PriceTable): Bill | undefined {
  if (!existsSync(path)) return undefined;
  const { costUsd, totalTokens } = priceUsage(followUsage(path).usage, prices);
  return { usd: costUsd, tokens: totalTokens };
}

/** What is known about a client that was killed together with its driver. */
export interface KilledClient {
  /** Its cost as far as its driver saw; all of it if that is final, but the run took no cost. */
  readonly seen: (Bill & { readonly isFinal?: boolean | undefined }) | undefined;
  /** Its cost by its transcript. */
  readonly read: Bill | undefined;
  /** How much it was allowed to spend. */
  readonly reservedUsd: number;
}

/** A charge, and the reason if it is no known cost. */
export interface Charge {
  readonly bill: Bill;
  readonly guess?: 'request' | 'reservation';
}

/** The first request of a client: 40,000 tokens of prompt and 8,000 of answer cost $0.45 at the price of Opus 5. */
const FIRST_REQUEST_USD = 0.5;

/**
 * The charge for a client that was killed together with its driver. A client without any answer on record is charged for
 * one request, which may have been under way. A client without any record is charged its whole reservation.
 */
export function chargeOf({ seen, read, reservedUsd }: KilledClient): Charge {
  if (seen?.isFinal === true) return { bill: seen };
  if (!read && !seen) return { bill: { usd: reservedUsd, tokens: 0 }, guess: 'reservation' };
  const bill = larger(read, seen ?? NOTHING);
  if (bill.usd > 0) return { bill };
  return { bill: { usd: Math.min(reservedUsd, FIRST_REQUEST_USD), tokens: 0 }, guess: 'request' };
}

function larger(one: Bill | undefined, other: Bill): Bill {
  return one && one.usd > other.usd ? one : other;
}
