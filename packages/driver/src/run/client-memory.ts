import { readMemory, writeMemory } from '@loopwright/store';
import * as z from 'zod/mini';

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

/** Reads what is known of the last client of a run; undefined if no driver of this machine began one there. */
export function readClientMemory({ root, runId }: RunPlace): ClientMemory | undefined {
  return clientMemory.safeParse(readMemory('clients', [root, runId])).data;
}

/** Stores what is known of a client so far, in place of the client before it. */
export function writeClientMemory({ root, runId }: RunPlace, memory: ClientMemory): void {
  writeMemory('clients', [root, runId], memory);
}

/** Reads when the rate limit ends that the last client of a run met; undefined if it met none, or named no time. */
export function readLimitEnd(place: RunPlace): number | undefined {
  return readClientMemory(place)?.limitEndsAt;
}
