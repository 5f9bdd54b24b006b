import { begunMark, type CommandOf, type Spend, unbilledSession } from '@loopwright/core';
import { ownPrices } from '@loopwright/hooks';
import { readMemory, transcriptPathOf, type WorkFile, writeMemory } from '@loopwright/store';
import * as z from 'zod/mini';
import type { DriverPorts } from '../ports.ts';
import { billByTranscript, type Charge, chargeOf, NOTHING } from './bill.ts';
import type { DrivenRun } from './driven-run.ts';

const clientMemory = z.object({
  /** The session of the client. */
  session: z.string(),
  /** Its cost so far. */
  usd: z.number(),
  tokens: z.number(),
  /** Some of its cost is unknown. */
  isUnpriced: z.optional(z.boolean()),
  /** The agent, as `--agent` names it. */
  agent: z.optional(z.string()),
  /** The client has ended, and the run could not take its cost. */
  isFinal: z.optional(z.boolean()),
  /** When the rate limit ends that the client met, in milliseconds since 1970. */
  limitEndsAt: z.optional(z.number()),
});

/** What a driver knows of its client; a killed driver leaves it behind, outside of the project. */
export type ClientMemory = z.infer<typeof clientMemory>;

/** Puts the cost of each client on record once, also after a crash of the driver. */
export class Ledger {
  readonly #driven: DrivenRun;
  readonly #ports: DriverPorts;
  readonly #agent: string;
  #known: Omit<ClientMemory, 'session' | 'agent'> = NOTHING;

  constructor(driven: DrivenRun, ports: DriverPorts, agent: string) {
    this.#agent = agent;
    this.#driven = driven;
    this.#ports = ports;
  }

  /** Records that the client of the session begins. */
  async begin(): Promise<void> {
    const { run, sessionId } = this.#driven;
    this.#known = NOTHING;
    this.note(NOTHING);
    await this.#record({ ...NOTHING, from: run.usageMark, to: begunMark(sessionId) });
  }

  /** Stores more about the working client, in case that this process is killed: its cost so far, or its rate limit. */
  note(more: Partial<Omit<ClientMemory, 'session' | 'agent'>>): void {
    const { root, run, sessionId } = this.#driven;
    this.#known = { ...this.#known, ...more };
    writeMemory('clients', [root, run.id], { ...this.#known, agent: this.#agent, session: sessionId });
  }

  /** Records the cost of the client that began. A run at rest takes no cost: the bill is saved until it resumes. */
  async pay(bill: Spend): Promise<void> {
    const of = unbilledSession(this.#driven.run.usageMark);
    if (of === undefined) return;
    // The run counts it once, and only for the client that it began.
    await this.#record({ ...bill, from: begunMark(of), to: `billed:${of}` });
    if (unbilledSession(this.#driven.run.usageMark) !== undefined) this.note({ ...bill, isFinal: true });
  }

  /** Records a saved bill, or the charge for a client that ended together with its driver. Resolves with the charge. */
  async payDebts(reservedUsd: number): Promise<Charge | undefined> {
    const { root, run } = this.#driven;
    const { env } = this.#ports;
    const of = unbilledSession(run.usageMark);
    if (of === undefined) return undefined;
    const memory = readClientMemory(root, run.id);
    const seen = memory?.session === of ? memory : undefined;
    const read = billByTranscript(transcriptPathOf(env, root, of), ownPrices(root, env));
    const charge = chargeOf(seen, read, reservedUsd);
    await this.pay(charge.bill);
    return charge;
  }

  async #record(spent: CommandOf<'observe'>['spent']): Promise<void> {
    await this.#driven.record({ type: 'observe', at: this.#ports.now(), tools: 0, spent });
  }
}

/** Reads what a driver of this machine knew of the last client of a run. */
export function readClientMemory(root: string, runId: string): ClientMemory | undefined {
  return clientMemory.safeParse(readMemory('clients', [root, runId])).data;
}

/** Reads when the rate limit ends that the last client of a run met; undefined if it met none, or named no time. */
export function readLimitEnd({ root, runId }: Omit<WorkFile, 'kind'>): number | undefined {
  return readClientMemory(root, runId)?.limitEndsAt;
}

/** Reads which agent worked on a run last on this machine, as `--agent` names it. */
export function readAgent({ root, runId }: Omit<WorkFile, 'kind'>): string | undefined {
  return readClientMemory(root, runId)?.agent;
}
