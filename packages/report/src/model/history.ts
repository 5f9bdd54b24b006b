import type { Command, Decision, LoopEvent, Run } from '@loopwright/core';
import type { FoldStep } from '@loopwright/store';

/** One record of a journal as it was folded in, as `Journal.history()` gives it. */
export type HistoryStep = FoldStep<Run, Command, LoopEvent, Decision>;

/** A journal as it was read: its records in order, and what is kept of the outputs of its checks. */
export interface RunHistory {
  readonly steps: Iterable<HistoryStep>;
  /** Ends of outputs by the id of the evidence; what isn't in it is said to be gone. */
  readonly tails: ReadonlyMap<string, string>;
  /** Lines that are no records: torn, damaged, or of another version. */
  readonly ignored: number;
}
