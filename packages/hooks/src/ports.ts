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
import type { PlaceOfWork } from '@loopwright/store';
import type { ApiError } from './api-error.ts';
import type { HookInput } from './hook-input.ts';
import type { ToolContext, ToolFacts } from './tool-facts.ts';
import type { SignalMode, SignalReading, StatusBlock } from '@loopwright/transcript/quick';

/** The settings from the environment, read once. */
export interface Environment {
  /** `IDLE_LOOP_DISABLE` or `LOOP_DISABLE` is set. */
  readonly isDisabled: boolean;
  /** No user can answer: `claude -p` and the SDK. */
  readonly isHeadless: boolean;
  /** The client starts a new turn if a hook in the background asks for it. `claude -p` leaves before that. */
  readonly canWake: boolean;
  /** Each batch of tools writes the views, so that a stop that holds Claude need not. */
  readonly viewsByBatches?: boolean;
  /** The dialect lets the session go when an inner loop ends. */
  readonly leavesAtPop: boolean;
  /** Claude's own task list, where one is named. */
  readonly taskListId: string | undefined;
  /** The client's name for itself. */
  readonly agent: string | undefined;
  /** The loop command for a shell: the plugin's own by its whole path, since PATH may lead to another. */
  readonly command: string;
}

/** The result of a command: on record, without effect, or unreliable. */
export type Submission =
  | { readonly status: 'recorded'; readonly decision: Decision; readonly run: Run | undefined }
  | { readonly status: 'answered'; readonly decision: Decision; readonly run: Run | undefined }
  | { readonly status: 'unrecorded'; readonly reason: string };

/** The run of this session, opened. */
export interface SessionRun {
  readonly run: Run;
  submit(command: Command): Submission;
  /** Folds the journal from its records alone and decides them again; says why it is no proof. For claims. */
  audit(): string | undefined;
  /** Imports edits of `state.json` by others; false if it has the text that was written last. */
  importEdits(): boolean | void;
  /** The work tree that Claude works in: there the work is proved. Left out: the project. */
  readonly place?: PlaceOfWork | undefined;
  /** The identity of that work tree, for each scope of checks. Starts git, once until `forgetTree`. */
  readTree(scopes: readonly Pick<Check, 'folder' | 'paths'>[]): readonly TreeIdentity[];
  /** The changes in that work tree since this start, by the same reading. */
  readTouched(start: StartOfRun): Touched;
  /** Ends the reading of the work tree: a check may change it, or the stop is answered. */
  forgetTree(): void;
  /** Counts usage since the run's mark; undefined without a transcript, or if the disk refuses the memory. */
  countUsage(transcriptPath: string): CountedUsage | undefined;
  /** Writes the views. Best effort: it can't change an answer. */
  project(): void;
  /** Adds the line of an iteration to `iterations.jsonl` where no view is written. Best effort. */
  writeReceipt?(): void;
  /** True while the path still leads to the opened journal. */
  isCurrent(): boolean;
}

/** Runs checks of the user and puts each result on record. Rejects with `ProofInterrupted` when a signal ends it. */
export type Prove = (session: SessionRun, checks: readonly Criterion[]) => Promise<FinalProof>;

/** The part of the final proof's result that is not on record. */
export interface FinalProof {
  readonly unseen: NonNullable<CommandOf<'stop'>['unseen']>;
  /** Why the work tree could not be read. */
  readonly unreadable?: string | undefined;
  readonly outputs: UsersChecks['outputs'];
}

/** The start of a run, and the patterns of files that should have stayed as they were. */
export interface StartOfRun {
  /** The digest of the list of files that the start left. */
  readonly digest: string;
  readonly guard: readonly string[];
}

/** The usage since the last count. How far was counted is on disk already, under the new mark. */
export interface CountedUsage {
  readonly spent: NonNullable<CommandOf<'stop'>['spent']>;
  /** Removes the old and the new memory, except the one that the run's mark names. Call it after the record. */
  tidy(run: Run | undefined): void;
}

/** A loop of another session in this project. */
export interface Trace {
  /** The resume announcement in the seeds' format. */
  readonly announcement: string;
}

/** A hand-written loop of this project that belongs to no session. */
export type HandWritten =
  /** `holds`: the first session that stops here gets it. Otherwise only `/loop:continue` starts it. */
  | { readonly kind: 'loop'; readonly path: string; readonly holds: boolean }
  /** On a topic of jwz, as seed 004 has it. */
  | { readonly kind: 'topic'; readonly topic: string; readonly holds: boolean }
  | { readonly kind: 'refused'; readonly path: string; readonly field: string; readonly reason: string };

/** What every handler needs. */
export interface CommonPorts {
  readonly environment: Environment;
  now(): number;
  /** The run of this session, if it has one. */
  openRun(): SessionRun | undefined;
}

/** The world, as far as a stop may touch it. */
export interface StopPorts extends CommonPorts {
  /** A short digest, to compare two messages. */
  digest(text: string): string;
  /** Adopts a fresh hand-written loop of this project that belongs to no session. */
  adoptRun(): { readonly session: SessionRun; readonly notices: Decision['notices'] } | undefined;
  /** Subjects of the open tasks of Claude's own list; undefined when it can't be read. */
  readOpenTasks(listId: string): readonly string[] | undefined;
  /** Claude's last message in the transcript, for clients that don't send it. */
  readLastMessage(transcriptPath: string): string | undefined;
  /** True if the transcript shows a tool call of the session itself since that time. */
  ranTools(transcriptPath: string, since: number): boolean;
  readSignals(markdown: string, mode: SignalMode): SignalReading;
  parseStatusBlock(markdown: string): StatusBlock | undefined;
}

/** The world, as far as a batch of tools may touch it. */
export interface BatchPorts extends CommonPorts {
  readToolFacts(input: HookInput, about: Pick<ToolContext, 'failedBefore' | 'checks'>): ToolFacts;
}

/** How the last turn ended, where no stop said so. */
export interface TurnPorts extends CommonPorts {
  /** True if the transcript shows since that time that the client's own cap ended the turn over a block. */
  wasCapped(transcriptPath: string, since: number): boolean;
  /** The API error at the end of the conversation, if the transcript has one. */
  readApiError(transcriptPath: string): ApiError | undefined;
  /** When the limit ends that the text of an API error names; undefined if it names no time. */
  retryTime(error: string, now: number): number | undefined;
}

/** The world, as far as the start of a session may touch it. */
export interface SessionPorts extends TurnPorts {
  /** Archives this session's run if git tracks it (cloned, not started here). */
  putAwayForeignRun(): boolean;
  /** True if this session's run was not started in this project on this machine. */
  hasForeignRun(): boolean;
  /** A hand-written loop, or a file that can't start one. */
  readHandWritten(): HandWritten | undefined;
  /** An active loop of another session, as its views tell it. */
  readTrace(): Trace | undefined;
}

/** The world, as far as a command that the user typed may touch it. */
export interface TypedPorts extends CommonPorts {
  newId(): string;
  /** Opens a run as a draft and starts to count its usage; false if the session has a run already. */
  draftRun(command: CommandOf<'draft'>, transcriptPath: string): boolean;
  /** Makes Claude's checks the user's own, all or those that the words name; returns a one-line report. */
  approve(session: SessionRun, words: string): string;
  /** Makes a foreign run the user's own: the one of this id, else that of this session. */
  takeOverForeignRun(runId: string | undefined): void;
  /** Runs a verb of the loop command for the user and returns its output; undefined where it can't run. */
  runVerb(args: readonly string[]): string | undefined;
}

/** The world, as far as the handlers of all events may touch it. */
export interface Ports extends StopPorts, BatchPorts, SessionPorts, TypedPorts {}
