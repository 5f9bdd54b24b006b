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

/** How many lines a change added and removed. */
export interface LineCounts {
  readonly added: number;
  readonly removed: number;
}

/** The change of one file; without lines where only its name is known. */
export interface FileStat {
  readonly path: string;
  readonly lines?: LineCounts | undefined;
}

/** A commit of an iteration. */
export interface CommitStat {
  readonly at: number;
  readonly iteration: number;
  /** Relative to the project. */
  readonly files: readonly FileStat[];
}

/** What transcripts and commits tell about the changes of files. */
export interface ChangeHistory {
  /** Every path of the project's folder; changes outside of it don't count. */
  readonly roots: readonly string[];
  /** The times that the transcripts cover. */
  readonly transcripts: readonly { readonly from: number; readonly to: number }[];
  /** The edits of Claude and its commands, the oldest first. */
  readonly edits: readonly (FileStat & { readonly at: number })[];
  /** The oldest first. */
  readonly commits: readonly CommitStat[];
}

/** A journal as it was read: its records in order, and the outputs of its checks that still exist. */
export interface RunHistory {
  readonly steps: Iterable<HistoryStep>;
  /** The end of each output by the id of its evidence. The report says which outputs are missing. */
  readonly tails: ReadonlyMap<string, string>;
  /** What Claude said before a stop, by the digest that the stop recorded; as far as transcripts still have it. */
  readonly said?: ReadonlyMap<string, string> | undefined;
  /** The changes of files; left out where nobody looked for them. */
  readonly changes?: ChangeHistory | undefined;
  /** Lines that are no records: torn, damaged, or of another version. */
  readonly ignored: number;
}
