import type { Check, Command, CommandOf, Decision, Run } from '@loopwright/core';
import type { ApiError } from './api-error.ts';
import type { ToolCall } from './hook-input.ts';
import type { Signal, SignalMode, StatusBlock } from '@loopwright/transcript/quick';

/** What the environment says, read once. */
export interface Environment {
  /** `IDLE_LOOP_DISABLE=1` or `LOOP_DISABLE=1`. */
  readonly isDisabled: boolean;
  /** Nobody is there to answer: `claude -p` and the SDK. */
  readonly isHeadless: boolean;
  /** Claude's own task list, where one is named. */
  readonly taskListId: string | undefined;
  /** Which client runs us, as it names itself. */
  readonly agent: string | undefined;
  /** How a shell calls the loop command: the plugin's own by its whole path, since PATH may lead to another. */
  readonly command: string;
}

/** What came of a command: on record, without effect, or not to be relied upon. */
export type Submission =
  | { readonly status: 'recorded'; readonly decision: Decision; readonly run: Run | undefined }
  | { readonly status: 'answered'; readonly decision: Decision; readonly run: Run | undefined }
  | { readonly status: 'unrecorded'; readonly reason: string };

/** The run of this session, opened. */
export interface SessionRun {
  readonly run: Run;
  submit(command: Command): Submission;
  /** Takes over what somebody wrote into `state.json` by hand. */
  importEdits(): void;
  /** The work tree as it is now, as far as a check depends on it; undefined when it can't be read. */
  fingerprint(check: Pick<Check, 'folder' | 'paths'>): string | undefined;
  /** Counts usage since the run's mark; undefined without a transcript, or if the disk refuses the memory. */
  countUsage(transcriptPath: string): CountedUsage | undefined;
  /** Writes the views. Best effort: it can't change an answer. */
  project(): void;
  /** True while the journal that was opened is still the one at its place. */
  isCurrent(): boolean;
}

/** What was used since the last count. How far was counted is on disk already, under the new mark. */
export interface CountedUsage {
  readonly spent: NonNullable<CommandOf<'stop'>['spent']>;
  /** Removes the old and the new memory, except the one that the run's mark names. Call it after the record. */
  tidy(run: Run | undefined): void;
}

/** What a batch of tool calls amounts to. */
export interface ToolFacts {
  /** Paths of the files that were edited, one entry an edit. */
  readonly edits: readonly string[];
  /** Signatures of the errors that came back. */
  readonly errors: readonly string[];
  /** How many calls the user or the client's rules refused. */
  readonly denials: number;
}

/** What other sessions left in this project for whoever comes next. */
export interface Trace {
  /** The resume announcement in the seeds' format. */
  readonly announcement: string;
}

/** The world, as far as a hook may touch it. */
export interface Ports {
  readonly environment: Environment;
  now(): number;
  newId(): string;
  /** A short digest by which two messages are told apart. */
  digest(text: string): string;
  /** The run of this session, if it has one. */
  openRun(): SessionRun | undefined;
  /** Opens a run as a draft, and begins to count what it uses; false when the session has one already. */
  draftRun(command: CommandOf<'draft'>, transcriptPath: string): boolean;
  /** Puts this session's run away if it came with the repository, where nobody's own act can have made it. */
  putAwayForeignRun(): boolean;
  /** Makes a run of a fresh hand-written loop in this project, if there is one that is nobody's yet. */
  adoptRun(): SessionRun | undefined;
  /** An active loop of another session, as its views tell it. */
  readTrace(): Trace | undefined;
  /** Subjects of the open tasks of Claude's own list; undefined when it can't be read. */
  readOpenTasks(listId: string): readonly string[] | undefined;
  /** The last thing that Claude said according to the transcript, for clients that don't send it. */
  readLastMessage(transcriptPath: string): string | undefined;
  /** The API error with which the conversation ended, if the transcript says so. */
  readApiError(transcriptPath: string): ApiError | undefined;
  readToolFacts(calls: readonly ToolCall[]): ToolFacts;
  detectSignals(markdown: string, mode: SignalMode): readonly Signal[];
  parseStatusBlock(markdown: string): StatusBlock | undefined;
}
