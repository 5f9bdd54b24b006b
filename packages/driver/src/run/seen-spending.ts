import { readMemory, writeMemory } from '@loopwright/store';
import { type Bill, parseBill } from './bill.ts';

/** A run, and the session of its client. */
export interface ClientAddress {
  readonly root: string;
  readonly runId: string;
  readonly sessionId: string;
}

/** Reads what a client has cost as far as its driver saw; undefined if no driver of this machine began it there. */
export function readSeenSpending({ root, runId, sessionId }: ClientAddress): Bill | undefined {
  const { session, ...bill } = (readMemory('spending', [root, runId]) ?? {}) as {
    readonly session?: unknown;
  };
  return session === sessionId ? parseBill(bill) : undefined;
}

/** Stores what a client has cost so far, outside of the project. A killed driver leaves this behind. */
export function writeSeenSpending({ root, runId, sessionId }: ClientAddress, { usd, tokens }: Bill): void {
  writeMemory('spending', [root, runId], { session: sessionId, usd, tokens });
}
