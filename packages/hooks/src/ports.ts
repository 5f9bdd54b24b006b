import type { TreeIdentity } from '@loopwright/checks';
import type {
  Check,
  Command,
  CommandOf,
  Criterion,
  Decision,
  Run,
  Touched,
  UsersChecks,
} from '@loopwright/core';
import type { Answers } from '@loopwright/core/contract';
import type { PlaceOfWork } from '@loopwright/store';
import type { MessageReader } from '@loopwright/transcript/quick';

/** The settings of a host. */
export interface Environment {
  /** No user can answer: `claude -p` and the SDK. */
  readonly isHeadless: boolean;
  /** A hook in the background can start a new turn. `claude -p` leaves before that. */
  readonly canWake?: boolean;
  /** Each batch of tools writes the views, so that a stop that holds Claude need not. */
  readonly viewsByBatches?: boolean;
  /** The dialect lets the session go when an inner loop ends. */
  readonly leavesAtPop?: boolean;
  /** The loop command for a shell: the plugin's own by its whole path, since PATH may lead to another. */
  readonly command: string;
}

/** The result of a command: on record, without effect, or unreliable. */
export type Submission =
  | { readonly status: 'recorded' | 'answered'; readonly decision: Decision; readonly run: Run | undefined }
  | { readonly status: 'unrecorded'; readonly reason: string };

/** The run of this session, opened. */
export interface SessionRun {
  readonly run: Run;
  readonly work: Work;
  submit(command: Command): Submission;
  /** Says why a claim of this run is no proof. Decides the records of its journal again. */
  audit(): string | undefined;
  /**
   * Runs checks of the user, puts each result on record. Rejects with `ProofInterrupted` when a signal ends it. Left out
   * where nothing runs them.
   */
  prove?(checks: readonly Criterion[]): Promise<FinalProof>;
  /** Imports edits of the views by others, and Claude's own task list; true if there was news. */
  importEdits(): boolean;
  /** Counts usage since the run's mark; undefined without a transcript, or if the disk refuses the memory. */
  countUsage(transcriptPath: string): CountedUsage | undefined;
  /** Writes the views. Best effort: it can't change an answer. */
  project(): void;
  /** Adds the line of an iteration to `iterations.jsonl` where no view is written. Best effort. */
  writeReceipt?(): void;
  /** True while the path still leads to the opened journal. */
  isCurrent(): boolean;
}

/** The work tree that Claude works in: there the work is proved. It is read once, until `forget`. */
export interface Work {
  /** Left out: the project. */
  readonly place?: PlaceOfWork | undefined;
  /** Its identity, for each scope of checks. */
  identities(scopes: readonly Pick<Check, 'folder' | 'paths'>[]): readonly TreeIdentity[];
  /** Its changes since a start, which left a list of files with this digest; `guard` has patterns of files. */
  touched(start: { readonly digest: string; readonly guard: readonly string[] }): Touched;
  /** Ends the reading: a check may change the work tree, or the stop is answered. */
  forget(): void;
}

/** The part of the final proof's result that is not on record. */
export interface FinalProof {
  readonly unseen: NonNullable<CommandOf<'stop'>['unseen']>;
  /** Why the work tree could not be read. */
  readonly unreadable?: string | undefined;
  readonly outputs: UsersChecks['outputs'];
}

/** The usage since the last count. How far was counted is on disk already, under the new mark. */
export interface CountedUsage {
  readonly spent: NonNullable<CommandOf<'stop'>['spent']>;
  /** Removes the old and the new memory, except the one that the run's mark names. Call it after the record. */
  tidy(run: Run | undefined): void;
}

/** What every handler needs. */
export interface CommonPorts {
  readonly environment: Environment;
  now(): number;
  /** The run of this session, if it has one. */
  openRun(): SessionRun | undefined;
}

/** The world, as far as a stop may touch it. */
export interface StopPorts extends CommonPorts {
  /** Reads Claude's last message. */
  readonly reader: Pick<MessageReader, 'readSignals' | 'parseStatusBlock'>;
  /** Adopts a fresh hand-written loop of this project that belongs to no session. */
  adoptRun(): { readonly session: SessionRun; readonly notices: Decision['notices'] } | undefined;
  /** For a session without a loop: subjects of the open tasks of the list that the environment names, if it can be read. */
  openTasks(): readonly string[] | undefined;
}

/** The world, as far as the start of a session may touch it. */
export interface SessionPorts extends CommonPorts {
  /** Archives this session's run if git tracks it (cloned, not started here). */
  putAwayForeignRun(): boolean;
  /** True if this session's run was not started in this project on this machine. */
  hasForeignRun(): boolean;
  /** A line about a hand-written loop, or about a file that can't start one. */
  readHandWritten(): string | undefined;
  /** The resume announcement of an active loop of another session, in the seeds' format. */
  readTrace(): string | undefined;
}

/** The world, as far as a command that the user typed may touch it. */
export interface TypedPorts extends CommonPorts {
  /** Opens a run as a draft and starts to count its usage, unless the session has a run already. */
  draftRun(command: CommandOf<'draft'>, transcriptPath: string): void;
  /** Makes Claude's checks the user's own, all or those that the words name; returns a one-line report. */
  approve(session: SessionRun, words: string): string;
  /** Remembers what the user answered in the client's dialog, as if they had typed it. `drafted` is the session's draft. */
  rememberAnswers(answers: Answers, drafted: string | undefined): void;
  /** Makes a foreign run the user's own: the one of this id, else that of this session. */
  takeOverForeignRun(runId: string | undefined): void;
  /** Runs a verb of the loop command for the user and returns its output; undefined where it can't run. */
  runVerb(args: readonly string[]): string | undefined;
}

/** The world, as far as the handlers of all events may touch it. */
export interface Ports extends StopPorts, SessionPorts, TypedPorts {
  /** The project. */
  readonly root: string;
}
