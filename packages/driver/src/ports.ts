import type { Evidence, Notice, Run, Spend, Verdict } from '@loopwright/core';
import type { AgentAct } from '@loopwright/hosts';

/** Environment variables. */
export type Env = Readonly<Record<string, string | undefined>>;

/** The world that the caller gives the driver. */
export interface DriverPorts {
  /** The environment that clients inherit; their configuration folder follows from it. */
  readonly env: Env;
  /** Milliseconds since 1970. */
  now(): number;
  /** A fresh UUID: the session id of the next client. */
  newId(): string;
  /** Called with each step of the drive, in order. */
  onProgress(progress: Progress): void;
}

/** One step of a drive, for a caller that shows progress. */
export type Progress =
  /** A client starts to work on an iteration. */
  | { readonly kind: 'begun'; readonly run: Run; readonly sessionId: string }
  | (IterationStep & {
      /** The number of the iteration; of a check 0 before the first iteration. */
      readonly number: number;
    })
  /** Every check of the user passes before any work. The run goes on. */
  | { readonly kind: 'all-green' }
  /** The cost of a killed client is unknown, so the run is charged for one request or for the client's whole reservation. */
  | { readonly kind: 'charged'; readonly usd: number; readonly guess: 'request' | 'reservation' }
  /** The journal can't be written; the driver tries again. */
  | { readonly kind: 'unwritable'; readonly path: string; readonly reason: string }
  /** The artifacts could not be written; the drive goes on. */
  | { readonly kind: 'artifacts-failed'; readonly folder: string; readonly reason: string };

type IterationStep =
  /** The client called a tool, or was refused one. `bill` is the cost of the iteration so far, by our own prices. */
  | (AgentAct & { readonly kind: 'act'; readonly bill: Spend })
  /** The client still works; reported once a minute. `calls` is how many tools it called so far. */
  | {
      readonly kind: 'working';
      readonly passedMs: number;
      readonly calls: number;
      readonly lastTool: string | undefined;
    }
  /** The driver runs a check of the user; with its result once it has ended. */
  | { readonly kind: 'check'; readonly criterion: string; readonly result: Evidence | undefined }
  /** The client ended its turn and the stop table decided. */
  | {
      readonly kind: 'decided';
      readonly run: Run;
      readonly bill: Spend;
      readonly verdict: Verdict;
      readonly timeMs: number;
    }
  /** The client failed: an API error, a crash, a timeout. */
  | { readonly kind: 'failed'; readonly reason: string; readonly notices: readonly Notice[] }
  /** Git or a hook of the repository refused to commit the work of an iteration. */
  | { readonly kind: 'refused'; readonly output: string }
  /** A rate limit stopped the client; the driver waits for its end. Reported once a minute. */
  | { readonly kind: 'waiting'; readonly until: number; readonly leftMs: number };
