import type { Query } from './database.ts';

/** A job that an agent has in hand: which delivery, and the how manieth time it was handed out. */
export interface Delivery {
  readonly account: string;
  readonly id: string;
  readonly retryCount: number;
  readonly jobId: number;
}

export interface DeliverOptions {
  readonly priority: number;
  /** Not before this time. */
  readonly notBefore?: Date;
  /** Not before so much time has passed on the clock of the store. */
  readonly delayMs?: number;
}

/** The functions of a queue that the fleet uses. Calls with a `query` belong to the transaction of that query. */
export interface Engine {
  /** Creates or migrates the engine's own tables. */
  readonly migrate: () => Promise<void>;
  /** Prepares the queue of an account; to be called outside of a transaction. */
  readonly prepare: (account: string) => Promise<void>;
  /** Puts a job into the queue of its account; resolves with the delivery's id. */
  readonly deliver: (
    query: Query,
    account: string,
    jobId: number,
    options: DeliverOptions,
  ) => Promise<string>;
  /** Takes the next job of an account. Its agent has to `touch` it, or another agent gets it. */
  readonly take: (query: Query, account: string) => Promise<Delivery | undefined>;
  /** Ends a delivery; false if another agent has it by now. */
  readonly settle: (query: Query, delivery: Delivery) => Promise<boolean>;
  /** Takes a delivery back that no agent has in hand. */
  readonly withdraw: (query: Query, account: string, id: string) => Promise<void>;
  /** Says that the agent lives; resolves with the deliveries that are still its own. */
  readonly touch: (deliveries: readonly Delivery[]) => Promise<readonly Delivery[]>;
  /** Raises a delivery that waits; one that an agent has in hand stays as it is. */
  readonly raise: (account: string, id: string, priority: number) => Promise<void>;
  /** Hands the jobs of silent agents out again. */
  readonly expire: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** An agent that is silent for so long has lost its jobs. */
export const HEARTBEAT_S = 10;
