import { readMemory, writeMemory } from '@loopwright/store';
import { type Bill, parseBill } from './bill.ts';

/** A run, and where it is. */
export interface RunPlace {
  readonly root: string;
  readonly runId: string;
}

/** A run, and the session of its client. */
export interface ClientAddress extends RunPlace {
  readonly sessionId: string;
}

/** What a driver knows of its client; a killed driver leaves it behind. */
export interface ClientMemory extends Bill {
  /** When the rate limit ends that the client met. */
  readonly limitEndsAt?: number | undefined;
}

/** Reads what a client has cost as far as its driver saw; undefined if no driver of this machine began it there. */
export function readSeenSpending({ root, runId, sessionId }: ClientAddress): Bill | undefined {
  const { session, ...bill } = read({ root, runId });
  return session === sessionId ? parseBill(bill) : undefined;
}

/** Reads when the rate limit ends that the last client of a run met; undefined if it met none, or named no time. */
export function readLimitEnd(place: RunPlace): number | undefined {
  const { limitEndsAt } = read(place);
  return typeof limitEndsAt === 'number' ? limitEndsAt : undefined;
}

/** Stores what is known of a client so far, outside of the project, in place of the client before it. */
export function writeClientMemory({ root, runId, sessionId }: ClientAddress, memory: ClientMemory): void {
  writeMemory('clients', [root, runId], { ...memory, session: sessionId });
}

function read({ root, runId }: RunPlace): Readonly<Record<string, unknown>> {
  const memory = readMemory('clients', [root, runId]);
  return typeof memory === 'object' && memory !== null ? (memory as Record<string, unknown>) : {};
}
