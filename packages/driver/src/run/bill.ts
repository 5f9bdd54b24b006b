import { existsSync } from 'node:fs';
import type { CommandOf } from '@loopwright/core';
import { priceUsage } from '@loopwright/transcript';
import { followUsage } from '@loopwright/transcript/node';
import type { ClientReader } from './client-reader.ts';

/** What an iteration cost. */
export interface Bill {
  readonly usd: number;
  readonly tokens: number;
}

type Spent = NonNullable<CommandOf<'observe'>['spent']>;

const BEGUN = 'begun:';
const BILLED = 'billed:';

/** The mark of a run in which a client works and was not paid for yet: the run knows so, whatever becomes of us. */
export function begunMark(sessionId: string): string {
  return `${BEGUN}${sessionId}`;
}

/** The session that a run was not billed for, as its mark says; undefined when nothing is open. */
export function unbilledSession(mark: string): string | undefined {
  return mark.startsWith(BEGUN) ? mark.slice(BEGUN.length) : undefined;
}

/** A bill as the run takes it: once, and only for the client that it began. */
export function spentOf({ usd, tokens }: Bill, sessionId: string): Spent {
  return { usd, tokens, from: begunMark(sessionId), to: `${BILLED}${sessionId}` };
}

/**
 * What a client cost: by its own word; where it was killed before it could say so, by its transcript; where it keeps
 * none, by the messages that it printed, which say less.
 */
export function billOf(reader: ClientReader, transcriptPath: string): Bill {
  if (reader.result) return { usd: reader.result.usd, tokens: reader.result.tokens };
  const [read, seen] = [billByTranscript(transcriptPath), reader.priced()];
  return read && read.usd > seen.usd ? read : seen;
}

/** What a session cost by its transcript and those of its agents; undefined where there is none. */
export function billByTranscript(path: string): Bill | undefined {
  if (!existsSync(path)) return undefined;
  const { costUsd, totalTokens } = priceUsage(followUsage(path).usage);
  return { usd: costUsd, tokens: totalTokens };
}
