import { existsSync } from 'node:fs';
import type { CommandOf } from '@loopwright/core';
import { priceUsage } from '@loopwright/transcript';
import { followUsage } from '@loopwright/transcript/node';
import type { ClientReader } from '../client/client-reader.ts';

/** The cost of one iteration. */
export interface Bill {
  readonly usd: number;
  readonly tokens: number;
}

type Spent = NonNullable<CommandOf<'observe'>['spent']>;

const BEGUN = 'begun:';
const BILLED = 'billed:';

/** Marks a run whose client works and whose cost isn't recorded yet. The mark survives a killed driver. */
export function begunMark(sessionId: string): string {
  return `${BEGUN}${sessionId}`;
}

/** The session whose cost isn't recorded yet, from the run's mark; undefined if every cost is recorded. */
export function unbilledSession(mark: string): string | undefined {
  return mark.startsWith(BEGUN) ? mark.slice(BEGUN.length) : undefined;
}

/** A bill as a command field. The run counts it once, and only for the client that it began. */
export function spentOf({ usd, tokens }: Bill, sessionId: string): Spent {
  return { usd, tokens, from: begunMark(sessionId), to: `${BILLED}${sessionId}` };
}

/**
 * The cost of a client: as it reported. A client that was killed before its report is priced by its transcript, and
 * without a transcript by the messages that it printed, which contain fewer tokens.
 */
export function billOf(reader: ClientReader, transcriptPath: string): Bill {
  if (reader.result) return { usd: reader.result.usd, tokens: reader.result.tokens };
  const [read, seen] = [billByTranscript(transcriptPath), reader.priced()];
  return read && read.usd > seen.usd ? read : seen;
}

/** The cost of a session by its transcript and those of its agents; undefined without a transcript. */
export function billByTranscript(path: string): Bill | undefined {
  if (!existsSync(path)) return undefined;
  const { costUsd, totalTokens } = priceUsage(followUsage(path).usage);
  return { usd: costUsd, tokens: totalTokens };
}
