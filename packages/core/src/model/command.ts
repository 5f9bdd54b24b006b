import type {
  Amendment,
  Asked,
  Check,
  Evidence,
  Extras,
  Finding,
  GivenPoints,
  Guard,
  MustNotCheck,
  SomeLimits,
  StartTree,
  Touched,
  WitnessedEnvironment,
} from './run.ts';
import type { CriteriaState, StackState, WorkflowState } from './view-files.ts';
import type {
  Author,
  ClaimBasis,
  FailureKind,
  Mode,
  Resolution,
  Shape,
  SignalKind,
  Stage,
} from './vocabulary.ts';

/** A command or an event: its type and when it was given. */
export interface Dated<T extends string> {
  type: T;
  /** Milliseconds since the epoch; the caller reads the clock. */
  at: number;
  /** Set on the records of a hook that was run by hand. */
  isByHand?: boolean | undefined;
}

/** A criterion of a plan. */
export interface CriterionPlan {
  name: string;
  check?: Check | undefined;
  by?: Author | undefined;
}

/** The plan of a new frame; omitted fields take the defaults. */
interface FramePlanFields {
  frameId: string;
  mode?: Mode | undefined;
  score?: number | null | undefined;
  fitScore?: number | null | undefined;
  points?: GivenPoints[] | undefined;
  shape?: Shape | undefined;
  criteria?: CriterionPlan[] | undefined;
  steps?: string[] | undefined;
  limits?: SomeLimits | undefined;
  asked?: Asked | undefined;
  /** Names the stage of the workflow of seed 002 that the frame begins with; left out: no workflow. */
  stage?: Stage | undefined;
}

/** The fields that a stage of a workflow may set. */
export interface StagingFields {
  stage?: Stage | undefined;
  specScore?: number | undefined;
  fitScore?: number | undefined;
  shape?: Shape | undefined;
  recallSurfaced?: string[] | undefined;
  /** Asks the user something; the empty text takes the question back. */
  question?: string | undefined;
  /** The shape's prohibitions and its way of verification. */
  mustNot?: string[] | undefined;
  mustNotChecks?: MustNotCheck[] | undefined;
  verification?: string | undefined;
}

/** The fields of a task that a command may set. */
export interface TaskFields {
  /** The empty text means no owner. */
  owner?: string | undefined;
  subject?: string | undefined;
  description?: string | undefined;
  activeForm?: string | undefined;
  blockedBy?: string[] | undefined;
  metadata?: Extras | undefined;
}

/** A signal as Claude said it. */
interface SaidSignal {
  kind: SignalKind;
  value: string;
  line: number;
}

/** Usage counted since `from`; ignored if that part was counted before. */
interface CountedSpend {
  usd: number;
  tokens: number;
  from: string;
  to: string;
}

/** Claude stopped: the facts that a stop is decided on. */
export interface StopCommand extends Dated<'stop'> {
  /** The environment switched loops off. */
  isDisabled?: boolean | undefined;
  /** The stop is a subagent's, not the session's own. */
  isSubagent?: boolean | undefined;
  isHeadless?: boolean | undefined;
  /** The client is in plan mode, in which Claude can't do the work. */
  isPlanning?: boolean | undefined;
  /** The host lets the session go when an inner loop ends (the exit codes of seed 004). */
  leavesAtPop?: boolean | undefined;
  /** The client's own word that this turn was continued by a stop hook before. */
  isContinuing?: boolean | undefined;
  /** The transcript shows tools since our last continuation. For hosts that report no tool calls. */
  ranTools?: boolean | undefined;
  /** Background work or a scheduled wake-up that will bring the session back by itself. */
  waitingFor?: string[] | undefined;
  signals?: SaidSignal[] | undefined;
  /** Without a real signal: the last quoted one, and the construct around it. */
  nearMiss?:
    | {
        line: number;
        place: string;
      }
    | undefined;
  statusBlock?:
    | {
        exitSignal?: boolean | undefined;
        criteria?:
          | {
              name: string;
              isMet: boolean;
            }[]
          | undefined;
      }
    | undefined;
  /** A digest of the last message, if any. */
  message?: string | undefined;
  /** How long that message is. Older records don't know. */
  messageLength?: number | undefined;
  /** The work tree now, by scope of the checks (see `scopeOf`). */
  fingerprints?:
    | {
        scope: string;
        value: string;
      }[]
    | undefined;
  /** Why a part of the work tree could not be read; its evidence counts as stale. */
  unreadable?: string | undefined;
  /** The linked work tree where Claude works: its checks ran there, not in the project. */
  workTree?: { path: string; branch?: string | undefined } | undefined;
  /** Claude works in no work tree of the project, so nothing is proved. */
  elsewhere?: { path: string; project: string } | undefined;
  /** The changes since the start, for a claim that may end the frame. */
  touched?: Touched | undefined;
  /** Checks of the user that the hook could not see pass itself, and why. */
  unseen?:
    | {
        criterion: string;
        reason: string;
      }[]
    | undefined;
  /** Why the journal is no proof: a record of it was changed. */
  forged?: string | undefined;
  /** Open tasks of Claude's own list, where one is named. */
  openTasks?: string[] | undefined;
  spent?: CountedSpend | undefined;
}

/** Starts a run. */
export interface StartCommand extends FramePlanFields {
  type: 'start';
  at: number;
  runId: string;
  session: string;
  /** Left out: the spec of the draft. */
  spec?: string | undefined;
  ttlMs?: number | undefined;
  /** Changes of a contract that this start replaces. */
  amendments?: Amendment[] | undefined;
  isHeadless?: boolean | undefined;
  startTree?: StartTree | undefined;
  guard?: Guard | undefined;
  environment?: WitnessedEnvironment | undefined;
}

export interface DraftCommand extends Dated<'draft'> {
  runId: string;
  session: string;
  frameId: string;
  spec: string;
  mode?: Mode | undefined;
}

export interface AdoptCommand extends Dated<'adopt'> {
  runId: string;
  session: string;
  source:
    | { format: 'criteria'; state: CriteriaState; updatedAt: number }
    | { format: 'workflow'; state: WorkflowState }
    | { format: 'stack'; state: StackState; specs?: string[] | undefined }
    /** A file that says a loop runs but whose numbers are nonsense (seed 004: corrupt). */
    | { format: 'corrupt'; field: string; reason: string };
}

/** Puts a loop on top of the stack. */
export interface PushCommand extends FramePlanFields {
  type: 'push';
  at: number;
  spec: string;
  extras?: Extras | undefined;
}

export interface PopCommand extends Dated<'pop'> {
  reason?: string | undefined;
  by?: Author | undefined;
}

export interface SignalCommand extends Dated<'signal'> {
  isDone: boolean;
}

export interface StepCommand extends Dated<'step'> {
  action: 'done' | 'undo' | 'add' | 'remove';
  /** A step's name, or its place counted from 1. */
  step: string;
}

export interface CriterionCommand extends Dated<'criterion'> {
  action: 'tick' | 'add' | 'remove' | 'untick';
  name: string;
  basis?: ClaimBasis | undefined;
  note?: string | undefined;
  check?: Check | undefined;
  by?: Author | undefined;
  /** Why Claude drops a part of the contract. */
  reason?: string | undefined;
}

export interface VerifyCommand extends Dated<'verify'> {
  results: {
    criterion: string;
    evidence: Evidence;
  }[];
}

export interface TaskCommand extends Dated<'task'>, TaskFields {
  action: 'complete' | 'change' | 'add' | 'remove' | 'claim' | 'release' | 'fail';
  /** Left out on `add` (the next number) and on `claim` (the next task that is free). */
  id?: string | undefined;
  reason?: string | undefined;
  by?: Author | undefined;
}

export interface WaveCommand extends Dated<'wave'> {
  action: 'begin' | 'finish';
}

export interface StageCommand extends Dated<'stage'>, StagingFields {}

export interface ReviewCommand extends Dated<'review'> {
  blockers: number;
  /** The wave that a light review looked at; left out: the thorough review. */
  wave?: number | undefined;
  score?: number | undefined;
  issues?: number | undefined;
  findings?: Finding[] | undefined;
  reviewers?: string[] | undefined;
  looked?: string[] | undefined;
  fingerprint?: string | undefined;
}

/** What becomes of a finding of the thorough review, named by its text. */
export interface SettleCommand extends Dated<'settle'> {
  finding: string;
  choice: Resolution;
  reason?: string | undefined;
}

/** `fingerprint` is the work tree that the gate saw. */
export interface GateCommand extends Dated<'gate'> {
  passed: boolean;
  fingerprint?: string | undefined;
  unreviewed?: string | undefined;
}

/** A question to the panel about a failure, or the panel's answer. */
export interface PanelCommand extends Dated<'panel'> {
  subject: string;
  recommendation?: string | undefined;
}

export interface PauseCommand extends Dated<'pause'> {
  reason?: string | undefined;
}

export interface ResumeCommand extends Dated<'resume'> {
  add?: SomeLimits | undefined;
  shape?: Shape | undefined;
  asked?: Asked | undefined;
}

/** Records refused attempts to change the user's contract. */
export interface AmendCommand extends Dated<'amend'> {
  amendments: Amendment[];
}

export interface CancelCommand extends Dated<'cancel'> {
  reason?: string | undefined;
  by?: Author | undefined;
}

/** The user makes Claude's criteria and checks their own; omitted: all of them. */
export interface ApproveCommand extends Dated<'approve'> {
  names?: string[] | undefined;
}

/** Take-over by another session. */
export interface ClaimCommand extends Dated<'claim'> {
  session: string;
}

/** The user spoke, or a session of theirs began: in either case no stop of ours is being continued. */
export interface PromptCommand extends Dated<'prompt'> {
  source: 'session' | 'prompt';
  /** Whether the client's own cap ended the last turn over our block. Older records don't know. */
  isCapped?: boolean | undefined;
  spent?: CountedSpend | undefined;
}

export interface FailureCommand extends Dated<'failure'> {
  kind: FailureKind;
  reason: string;
  /** When it makes sense to try again, if anybody said so. */
  retryAt?: number | undefined;
  /** Whether the reporter can itself run the turn again. */
  canRetry?: boolean | undefined;
}

export interface ObserveCommand extends Dated<'observe'> {
  tools: number;
  edits?: string[] | undefined;
  /** Edited files that no breaker counts: plans, `.claude/`, temporary folders. */
  scratch?: string[] | undefined;
  errors?: string[] | undefined;
  /** A command failed, with or without words. */
  hasFailed?: boolean | undefined;
  denials?: number | undefined;
  denied?: string | undefined;
  failedCall?: string | undefined;
  hasPassed?: boolean | undefined;
  spent?: CountedSpend | undefined;
}

export interface ImportCommand extends Dated<'import'> {
  base: CriteriaState;
  edited: CriteriaState;
  /** Why the edit can't be read; `edited` is the projection then. */
  problem?:
    | {
        field: string;
        reason: string;
      }
    | undefined;
}

/** A request to a run. Time, ids and facts arrive inside. */
export type Command =
  | StopCommand
  | StartCommand
  | DraftCommand
  | AdoptCommand
  | PushCommand
  | PopCommand
  | SignalCommand
  | StepCommand
  | CriterionCommand
  | VerifyCommand
  | TaskCommand
  | WaveCommand
  | StageCommand
  | ReviewCommand
  | SettleCommand
  | GateCommand
  | PanelCommand
  | PauseCommand
  | ResumeCommand
  | AmendCommand
  | CancelCommand
  | ApproveCommand
  | ClaimCommand
  | PromptCommand
  | FailureCommand
  | ObserveCommand
  | ImportCommand;

/** A command without its time, for callers that add the time in one place. */
export type CommandInput = { [T in Command['type']]: Omit<CommandOf<T>, 'at'> }[Command['type']];
export type CommandOf<T extends Command['type']> = Extract<Command, { readonly type: T }>;
