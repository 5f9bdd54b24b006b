import type { Query } from './database.ts';

/** One attempt at a job. Each has an entry of its own in the queue: nobody can settle it once that is gone. */
export interface Entry {
  readonly account: string;
  readonly jobId: number;
  readonly attempt: number;
}

export interface DeliverOptions {
  readonly priority: number;
  /** What the attempt reserves, in the digits of the store. */
  readonly price: string;
  /** Not before this time. */
  readonly notBefore?: Date | undefined;
  /** Not before so much time has passed on the clock of the store. */
  readonly delayMs?: number | undefined;
}

/**
 * The functions of a queue that the fleet uses. Calls with a `query` belong to the transaction of that query; they throw
 * `Unprepared` for an account that was not prepared before.
 */
export interface Engine {
  /** Creates or migrates the engine's own tables. */
  readonly migrate: () => Promise<void>;
  /** Prepares the queue of an account; to be called outside of a transaction. */
  readonly prepare: (account: string) => Promise<void>;
  /** Puts an attempt into the queue of its account. */
  readonly deliver: (query: Query, entry: Entry, options: DeliverOptions) => Promise<void>;
  /** Takes the next entry of an account, at any price but these. Its agent has to `touch` it. */
  readonly take: (query: Query, account: string, tooDear: readonly string[]) => Promise<Entry | undefined>;
  /** Takes an entry out of the queue; false if that happened already. */
  readonly remove: (query: Query, entry: Entry) => Promise<boolean>;
  /** Says that the agent lives; resolves with the entries that are still its own. */
  readonly touch: <T extends Entry>(entries: readonly T[]) => Promise<readonly T[]>;
  /** Looks for agents that fell silent; false if another agent just did. */
  readonly expire: () => Promise<boolean>;
  /** Takes the next entry whose agent fell silent; it is in the queue of its account, too. */
  readonly takeSilent: (query: Query) => Promise<Entry | undefined>;
  readonly close: () => Promise<void>;
}

/** The queue of an account has to be prepared outside of the transaction. */
export class Unprepared extends Error {
  readonly account: string;

  constructor(account: string) {
    super(`The queue of ${account} is not prepared.`);
    this.account = account;
  }
}

/** An agent that is silent for so long has lost its jobs. */
export const HEARTBEAT_S = 10;
