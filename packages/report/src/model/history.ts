import type { Command, Decision, LoopEvent, Run } from '@loopwright/core';

/** One record of a journal after it was folded. The steps of `foldLog` in `@loopwright/store` fit. */
export interface HistoryStep {
  readonly before: Run | undefined;
  readonly run: Run | undefined;
  readonly record: {
    readonly command: Command;
    readonly events: readonly LoopEvent[];
    /** The decision in short, as its writer recorded it. */
    readonly summary: unknown;
    /** Another record got in between reading and writing, so the decision was made again. */
    readonly isRaced: boolean;
  };
  /** Only after a race: the decision that replaced the writer's. */
  readonly decision?: Decision | undefined;
}

/** A file of a commit; without lines if it is binary. */
export interface FileStat {
  readonly path: string;
  readonly added?: number | undefined;
  readonly removed?: number | undefined;
}

/** A commit of an iteration. */
export interface CommitStat {
  readonly at: number;
  readonly iteration: number;
  /** Relative to the project. */
  readonly files: readonly FileStat[];
  /** The diff, as git prints it. */
  readonly patch?: string | undefined;
}

/** A journal as it was read: its records in order, and what belongs to them. */
export interface RunHistory {
  readonly steps: Iterable<HistoryStep>;
  /** Reads the end of an output by the id of its evidence; undefined if it no longer exists. */
  readonly output: (evidenceId: string) => string | undefined;
  /** What Claude said before a stop, by the digest that the stop recorded; as far as transcripts still have it. */
  readonly said?: ReadonlyMap<string, string> | undefined;
  /** Every path of the project's folder; edits outside of it aren't shown. Without a path, all are. */
  readonly roots?: readonly string[] | undefined;
  /** The commits of the iterations, the oldest first. */
  readonly commits?: readonly CommitStat[] | undefined;
  /** Lines that are no records: torn, damaged, or of another version. */
  readonly ignored: number;
}
