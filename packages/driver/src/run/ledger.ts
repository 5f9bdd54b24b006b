import { begunMark, unbilledSession } from '@loopwright/core';
import { ownPrices } from '@loopwright/hooks';
import { readMemory, writeMemory } from '@loopwright/store';
import * as z from 'zod/mini';
import { transcriptPathOf } from '../client/transcript-path.ts';
import type { DriverPorts } from '../ports.ts';
import { type Bill, billByTranscript, type Charge, chargeOf, NOTHING, spentOf } from './bill.ts';
import type { DrivenRun } from './driven-run.ts';

/** A run, and where it is. */
export interface RunPlace {
  readonly root: string;
  readonly runId: string;
}

const clientMemory = z.object({
  /** The session of the client. */
  session: z.string(),
  /** Its cost so far. */
  usd: z.number(),
  tokens: z.number(),
  /** The client has ended, and the run could not take its cost. */
  isFinal: z.optional(z.boolean()),
  /** When the rate limit ends that the client met, in milliseconds since 1970. */
  limitEndsAt: z.optional(z.number()),
});

/** What a driver knows of its client; a killed driver leaves it behind, outside of the project. */
export type ClientMemory = z.infer<typeof clientMemory>;

/** Puts the cost of each client on record once, also after a crash of the driver. */
export interface Ledger {
  /** Records that the client of the session begins. */
  begin(): Promise<void>;
  /** Stores more about the working client, in case that this process is killed: its cost so far, or its rate limit. */
  note(more: Partial<Omit<ClientMemory, 'session'>>): void;
  /** Records the cost of the client that began. A run at rest takes no cost: the bill is saved until it resumes. */
  pay(bill: Bill): Promise<void>;
  /** Records a saved bill, or the charge for a client that ended together with its driver. Resolves with the charge. */
  payDebts(reservedUsd: number): Promise<Charge | undefined>;
}

/** Creates the ledger of a run. */
export function createLedger(driven: DrivenRun, { env, now }: DriverPorts): Ledger {
  const { root } = driven;
  const place = [root, driven.run.id];
  let known: Omit<ClientMemory, 'session'> = NOTHING;

  function note(more: Partial<typeof known>): void {
    known = { ...known, ...more };
    writeMemory('clients', place, { ...known, session: driven.sessionId });
  }

  async function pay(bill: Bill): Promise<void> {
    const of = unbilledSession(driven.run.usageMark);
    if (of === undefined) return;
    await driven.record({ type: 'observe', at: now(), tools: 0, spent: spentOf(bill, of) });
    if (unbilledSession(driven.run.usageMark) !== undefined) note({ ...bill, isFinal: true });
  }

  return {
    begin: async () => {
      known = NOTHING;
      note({});
      const spent = { ...NOTHING, from: driven.run.usageMark, to: begunMark(driven.sessionId) };
      await driven.record({ type: 'observe', at: now(), tools: 0, spent });
    },
    note,
    pay,
    payDebts: async (reservedUsd) => {
      const sessionId = unbilledSession(driven.run.usageMark);
      if (sessionId === undefined) return undefined;
      const memory = readClientMemory({ root, runId: driven.run.id });
      const charge = chargeOf({
        seen: memory?.session === sessionId ? memory : undefined,
        read: billByTranscript(transcriptPathOf(env, root, sessionId), ownPrices(root, env)),
        reservedUsd,
      });
      await pay(charge.bill);
      return charge;
    },
  };
}

/** Reads what a driver of this machine knew of the last client of a run. */
export function readClientMemory({ root, runId }: RunPlace): ClientMemory | undefined {
  return clientMemory.safeParse(readMemory('clients', [root, runId])).data;
}

/** Reads when the rate limit ends that the last client of a run met; undefined if it met none, or named no time. */
export function readLimitEnd(place: RunPlace): number | undefined {
  return readClientMemory(place)?.limitEndsAt;
}
