import type { Outcome } from '../decide/weigh-result.ts';
import type { Entry } from '../engine/engine.ts';
import type { Job, JobFilter, JobInput, JobRow, JobState } from './job.ts';

/** What tells an attempt from all others. */
export type Attempt = Entry;

/** A job in the hands of an agent. */
export interface Claim extends Attempt {
  /** How many earlier attempts ended in an error. */
  readonly failures: number;
  readonly job: Job;
  /** The branches of all that the job needs in its repository; it begins with their work. */
  readonly neededBranches: readonly string[];
  /** Where an earlier attempt left off; undefined for the first. */
  readonly bundle: Bundle | undefined;
}

/** What another agent needs to go on with a job. */
export interface Bundle {
  readonly iteration: number;
  /** What this attempt spent so far. */
  readonly spentUsd: number;
  /** The driver ended it with every criterion proved; only the push is missing. */
  readonly isProved: boolean;
  readonly branch: string;
  readonly commit: string;
  /** The commit that the first attempt began at. */
  readonly base: string;
  readonly content: Uint8Array;
}

/** How an attempt ended. */
export interface Settlement {
  readonly outcome:
    | Outcome
    | { readonly kind: 'cancelled'; readonly reason?: string }
    | { readonly kind: 'returned' };
  /** What this attempt cost; undefined if nobody knows: then it is what its journal has, and the rest is in doubt. */
  readonly spentUsd: number | undefined;
  readonly branch?: string | undefined;
  readonly commit?: string | undefined;
  readonly pullRequest?: string | undefined;
  /** The end of what the driver said. */
  readonly log?: string | undefined;
}

/** How an attempt at a job ended, for the record. */
export interface Ending {
  readonly attempt: number;
  readonly at: Date;
  readonly agent: string | null;
  /** The kind of its outcome; `died` if its agent fell silent. */
  readonly kind: string;
  readonly reason: string;
  readonly spentUsd: number;
  /** What it may have spent beyond that; a word from the attempt clears it. */
  readonly doubtUsd: number;
  /** The end of what its driver said. */
  readonly log: string;
}

export interface AgentRow {
  readonly id: string;
  readonly host: string;
  readonly slots: number;
  readonly busy: number;
  readonly drain: boolean;
  readonly isAlive: boolean;
  /** Why it takes no jobs just now; empty if it does. */
  readonly note: string;
}

export interface FleetState {
  /** How many jobs of the repository and the account are in each state, read or not. */
  readonly counts: Readonly<Partial<Record<JobState, number>>>;
  /** The least that one of these reserves, if it is queued; null without one. */
  readonly leastUsd: number | null;
  readonly jobs: readonly JobRow[];
  readonly agents: readonly AgentRow[];
  readonly accounts: readonly {
    readonly name: string;
    readonly shutUntil: Date | null;
    readonly reason: string;
  }[];
  readonly budget: {
    readonly capUsd: number | null;
    readonly spentUsd: number;
    /** What running attempts have reserved. */
    readonly heldUsd: number;
    /** What attempts without a last word may have spent beyond what is known. */
    readonly doubtUsd: number;
  };
}

export interface AddOptions {
  /** Jobs that are known get these specs, unless they run or are verified. */
  readonly replace?: boolean;
}

/** The keys of jobs that were given, by what became of them. */
export interface Added {
  readonly added: readonly string[];
  readonly replaced: readonly string[];
  readonly known: readonly string[];
}

/** A fleet on a database. Every change is one transaction over our tables and those of the engine. */
export interface Fleet {
  /**
   * Creates or updates the tables. `keepDays` is how long `prune` keeps journals, if nobody says otherwise. `role` may
   * work and add jobs, but neither raise the budget nor change the tables.
   */
  readonly init: (options?: {
    readonly budgetUsd?: number | null;
    readonly keepDays?: number;
    readonly role?: string;
  }) => Promise<void>;
  /** Throws `FleetError` if the tables are missing or of another version. */
  readonly check: () => Promise<void>;
  /** Adds jobs, all or none. A name that its repository has already is left alone, or gets the new spec. */
  readonly add: (jobs: readonly JobInput[], options?: AddOptions) => Promise<Added>;
  /** Takes the next job for an agent; undefined if no job may start now. */
  readonly claim: (agent: string) => Promise<Claim | undefined>;
  /** Says that an agent lives. Resolves with the attempts that are still its own, and those to be cancelled. */
  readonly touch: (
    agent: { readonly id: string; readonly host: string; readonly slots: number; readonly note?: string },
    attempts: readonly Attempt[],
  ) => Promise<{
    readonly own: readonly Attempt[];
    readonly cancel: readonly Attempt[];
    readonly drain: boolean;
  }>;
  /** Stores the progress of an attempt; false if another agent has the job by now. */
  readonly save: (attempt: Attempt, bundle: Bundle) => Promise<boolean>;
  /** Ends an attempt; false if it was given up by now: then its cost alone counts. */
  readonly settle: (attempt: Attempt, settlement: Settlement) => Promise<boolean>;
  /** Hands out the jobs of silent agents again. */
  readonly expire: () => Promise<void>;
  /**
   * Puts jobs back that ended, failed or were cancelled; resolves with their keys. Without names it takes all that
   * failed. A name is a key, in every repository that has it, or a repository, a `#` and a key. `fresh` forgets the stored journal,
   * so that they begin anew. `consent` is the digest of the checks that are agreed to from now on.
   */
  readonly retry: (
    keys?: readonly string[],
    options?: { readonly fresh?: boolean; readonly consent?: string },
  ) => Promise<readonly string[]>;
  /** Takes jobs back; one that runs ends within a heartbeat. Resolves with their keys. */
  readonly cancel: (keys: readonly string[]) => Promise<readonly string[]>;
  /** Lets agents finish their current jobs, and take no new ones. */
  readonly drain: (agents?: readonly string[]) => Promise<readonly string[]>;
  readonly leave: (agent: string) => Promise<void>;
  readonly state: (filter?: JobFilter) => Promise<FleetState>;
  /** The clock of the store, which alone counts. */
  readonly time: () => Promise<Date>;
  /** The journal of a job as it was last stored; undefined without one. */
  readonly bundle: (key: string) => Promise<Bundle | undefined>;
  /** How the attempts at a job ended, the first one first. */
  readonly endings: (key: string) => Promise<readonly Ending[]>;
  /**
   * Drops the journals of jobs that were verified or cancelled so many days ago; resolves with their keys. Their results
   * stay, so no job is worked on twice. Without a number it follows `keepDays`, and without that it drops none.
   */
  readonly prune: (olderDays?: number) => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
}
