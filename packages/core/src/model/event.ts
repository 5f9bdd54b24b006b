import type { Dated, StagingFields, TaskFields } from './command.ts';
import type {
  Amendment,
  Asked,
  Criterion,
  Ending,
  Evidence,
  Extras,
  Finding,
  FindingResolution,
  Frame,
  IterationReceipt,
  Limits,
  Note,
  Run,
  Spend,
  Task,
  ThoroughReview,
  Tick,
  Touched,
  WaveReview,
} from './run.ts';
import type { Shape, Status, TaskStatus } from './vocabulary.ts';

/** A run came into being, or a draft became active; carries it whole. */
export interface OpenedEvent extends Dated<'opened'> {
  run: Run;
}

export interface PushedEvent extends Dated<'pushed'> {
  frame: Frame;
}

/** The top frame left the stack (COMPLETING of seed 004). */
export interface ClosedEvent extends Dated<'closed'> {
  ending: Ending;
  /** Criteria whose proof the stop found stale; left out where the record says the same already. */
  stale?: string[] | undefined;
  touched?: Touched | undefined;
}

/** The run came to rest: paused, or for good. */
export interface RestedEvent extends Dated<'rested'> {
  status: Status;
  ending: Ending;
  stale?: string[] | undefined;
  /** The changes since the start, if a claim ended the run. */
  touched?: Touched | undefined;
  /** Left out where nothing was going on, and on old records. */
  receipt?: IterationReceipt | undefined;
}

export interface ResumedEvent extends Dated<'resumed'> {
  limits: Limits;
  shape?: Shape | undefined;
  asked?: Asked | undefined;
}

/** A stop was blocked and Claude sent on. */
export interface ContinuedEvent extends Dated<'continued'> {
  iteration: number;
  stuckCount: number;
  lastUnmet: string;
  idle: number;
  message: string;
  messageCount: number;
  /** Breakers that let a claim be answered first; they answer the next stop. */
  waits?: boolean | undefined;
  stale?: string[] | undefined;
  receipt?: IterationReceipt | undefined;
}

/** A stop was let go while the loop stays alive. */
export interface LetGoEvent extends Dated<'let-go'> {
  rule: string;
  iteration: number;
  /** The user's answer begins an iteration; left out: the one that runs goes on. */
  startsIteration?: boolean | undefined;
  stale?: string[] | undefined;
  receipt?: IterationReceipt | undefined;
}

export interface SignalledEvent extends Dated<'signalled'> {
  isDone: boolean;
}

export interface SteppedEvent extends Dated<'stepped'> {
  index: number;
  isDone: boolean;
}

export interface PlannedEvent extends Dated<'planned'> {
  steps: string[];
}

export interface StepRemovedEvent extends Dated<'step-removed'> {
  index: number;
}

export interface CriterionAddedEvent extends Dated<'criterion-added'> {
  criterion: Criterion;
}

export interface CriterionRemovedEvent extends Dated<'criterion-removed'> {
  name: string;
}

export interface AmendedEvent extends Dated<'amended'> {
  amendment: Amendment;
}

/** The user made these criteria and their checks their own. */
export interface ApprovedEvent extends Dated<'approved'> {
  names: string[];
}

export interface TickedEvent extends Dated<'ticked'> {
  name: string;
  tick: Tick;
}

export interface UntickedEvent extends Dated<'unticked'> {
  name: string;
}

export interface ProvedEvent extends Dated<'proved'> {
  name: string;
  evidence: Evidence;
}

export interface TaskAddedEvent extends Dated<'task-added'> {
  task: Task;
}

export interface TaskChangedEvent extends Dated<'task-changed'>, TaskFields {
  id: string;
  status?: TaskStatus | undefined;
}

export interface TaskRemovedEvent extends Dated<'task-removed'> {
  id: string;
  reason?: string | undefined;
}

export interface WaveBegunEvent extends Dated<'wave-begun'> {
  wave: number;
}

export interface WaveFinishedEvent extends Dated<'wave-finished'> {
  wave: number;
}

export interface StagedEvent extends Dated<'staged'>, StagingFields {}

export interface WaveReviewedEvent extends Dated<'wave-reviewed'> {
  review: WaveReview;
  findings?: Finding[] | undefined;
}

export interface ThoroughlyReviewedEvent extends Dated<'thoroughly-reviewed'> {
  review: ThoroughReview;
  findings?: Finding[] | undefined;
}

export interface SettledEvent extends Dated<'settled'> {
  finding: string;
  resolution: FindingResolution;
}

export interface GatedEvent extends Dated<'gated'> {
  passed: boolean;
  fingerprint?: string | undefined;
  unreviewed?: string | undefined;
}

/** A question to the panel about a failure, or the panel's answer. */
export interface CounselledEvent extends Dated<'counselled'> {
  subject: string;
  recommendation?: string | undefined;
}

export interface ClaimedEvent extends Dated<'claimed'> {
  session: string;
}

export interface HeardEvent extends Dated<'heard'> {}

export interface FailedEvent extends Dated<'failed'> {
  reason: string;
}

export interface ObservedEvent extends Dated<'observed'> {
  tools: number;
  edits: string[];
  /** Edited files that no breaker counts. */
  scratch?: string[] | undefined;
  errors: string[];
  /** A command failed, with or without words. */
  hasFailed?: boolean | undefined;
  denials: number;
  /** The last refused call. */
  denied?: string | undefined;
  /** A digest of the last failed call. */
  failedCall?: string | undefined;
  /** The call that failed last, or a check or test command, passed now. */
  hasPassed?: boolean | undefined;
}

export interface SpentEvent extends Dated<'spent'> {
  spend: Spend;
  mark: string;
  /** For usage counted after the run rested. */
  receipt?: IterationReceipt | undefined;
}

export interface CountedAheadEvent extends Dated<'counted-ahead'> {
  iteration: number;
}

/** A hand edit added unknown fields to `state.json`; views preserve them. */
export interface KeptEvent extends Dated<'kept'> {
  extras: Extras;
}

export interface NotedEvent extends Dated<'noted'> {
  note: Note;
}

/** An event of a run. A journal of these is the run. */
export type LoopEvent =
  | OpenedEvent
  | PushedEvent
  | ClosedEvent
  | RestedEvent
  | ResumedEvent
  | ContinuedEvent
  | LetGoEvent
  | SignalledEvent
  | SteppedEvent
  | PlannedEvent
  | StepRemovedEvent
  | CriterionAddedEvent
  | CriterionRemovedEvent
  | AmendedEvent
  | ApprovedEvent
  | TickedEvent
  | UntickedEvent
  | ProvedEvent
  | TaskAddedEvent
  | TaskChangedEvent
  | TaskRemovedEvent
  | WaveBegunEvent
  | WaveFinishedEvent
  | StagedEvent
  | WaveReviewedEvent
  | ThoroughlyReviewedEvent
  | SettledEvent
  | GatedEvent
  | CounselledEvent
  | ClaimedEvent
  | HeardEvent
  | FailedEvent
  | ObservedEvent
  | SpentEvent
  | CountedAheadEvent
  | KeptEvent
  | NotedEvent;
export type EventOf<T extends LoopEvent['type']> = Extract<LoopEvent, { readonly type: T }>;
