import type { FRESH_COUNTERS } from './defaults.ts';
import type { LimitKey, RenewedLimit, WarnedLimit } from './limits.ts';
import type {
  AmendmentKind,
  Author,
  ClaimBasis,
  EndingKind,
  FileChange,
  JudgeAnswer,
  Mode,
  ProofFileKind,
  Resolution,
  Severity,
  Shape,
  Stage,
  Status,
  TaskStatus,
  Witness,
} from './vocabulary.ts';

// The run as data. The schemas in `../schemas` parse it; a test holds that they accept exactly these types.

/** Fields of other programs, handed back untouched. */
export type Extras = Record<string, unknown>;

type Counters = typeof FRESH_COUNTERS;

/** What every check may say. */
interface AnyCheck {
  timeoutMs?: number | undefined;
  /** The work tree that it runs in and proves, from the project's root; left out: the project. */
  folder?: string | undefined;
  /** The paths that the result depends on; omitted: the whole work tree. */
  paths?: string[] | undefined;
  by?: Author | undefined;
}

/** A command that proves a criterion, as the user stated it. */
export interface CommandCheck extends AnyCheck {
  /** Shell text, or an argument vector that no shell sees. */
  command: string | string[];
}

/** A statement that a fresh model judges, for what no command can prove. */
export interface JudgeCheck extends AnyCheck {
  /** The statement, as it was given. */
  judge: string;
  /** Left out: a cheap one. */
  model?: string | undefined;
  /** How often it may be asked; left out: the default. */
  rounds?: number | undefined;
}

/** What proves a criterion: a command, or a judge. */
export type Check = CommandCheck | JudgeCheck;

/** A short digest, by name, of each variable that can change the result of a check. */
export type Environment = Record<string, string>;

/** The answer of a judge. */
export interface Judgement {
  answer: JudgeAnswer;
  /** Who asked the judge. Claude's own shell can answer in its place. */
  askedBy: 'hook' | 'driver' | 'session';
  /** The model as the client named it; empty if it never answered. */
  model: string;
  /** The version of our question to it. */
  prompt: number;
  /** Its cost, which the run counts. */
  usd: number;
  tokens: number;
}

/** The result of a check. */
export interface Evidence {
  id: string;
  at: number;
  passed: boolean;
  exitCode: number | null;
  durationMs: number;
  /** The work tree as the check found it; the proof holds while this still matches. */
  fingerprint: string;
  /** One line of why, for checks that didn't end by themselves (timeout, signal, not found). */
  reason?: string | undefined;
  /** Who saw it; omitted: Claude's own shell. */
  witness?: Witness | undefined;
  /** Left out for commands. */
  judgement?: Judgement | undefined;
  /** The variables that it ran with; left out on old records. */
  environment?: Environment | undefined;
  /** The work tree had changed when it was last read. New evidence starts without this mark. */
  isStale?: boolean | undefined;
}

/** A criterion ticked by hand. */
export interface Tick {
  at: number;
  basis: ClaimBasis;
  note?: string | undefined;
}

/** One thing that must be true before the work counts as done. */
export interface Criterion {
  name: string;
  /** How often its check has failed since it last passed. */
  failures: number;
  check?: Check | undefined;
  evidence?: Evidence | undefined;
  tick?: Tick | undefined;
  /** How many rounds its judge has used. */
  rounds?: number | undefined;
  /** The first run of its check; left out before, and on old records. */
  baseline?:
    | {
        passed: boolean;
        at: number;
        witness?: Witness | undefined;
        environment?: Environment | undefined;
      }
    | undefined;
  /** The work tree of the last failure of its check. */
  failedOn?: string | undefined;
  /** Its check failed and later passed on the same work tree. */
  isFlaky?: boolean | undefined;
  by?: Author | undefined;
  /** It was added after the start, so it is no part of the contract. */
  isExtra?: boolean | undefined;
}

/** Who set each limit and the shape, by name. Omitted ones are defaults. */
export type Asked = Record<string, Author>;

/** Points of the spec's score that a reader gave, beside the scorer's own. */
export interface GivenPoints {
  dimension: string;
  own: number;
  asked: number;
  /** Claude's points raise the total by a fixed amount at most. */
  counted: number;
  by: Author;
  reason: string;
}

/** A change of the contract that the user didn't ask for, or the refused attempt. */
export interface Amendment {
  at: number;
  what: AmendmentKind;
  subject: string;
  reason: string;
  /** The contract stayed as it was. */
  isRefused?: boolean | undefined;
}

/** A step of a plan. */
export interface Step {
  name: string;
  isDone: boolean;
}

/** A task, with the fields of Claude's own list. */
export interface Task {
  id: string;
  subject: string;
  description: string;
  status: TaskStatus;
  blocks: string[];
  blockedBy: string[];
  metadata: Extras;
  activeForm?: string | undefined;
  owner?: string | undefined;
  by?: Author | undefined;
}

/** The limits of a frame; `null` means unlimited, which takes an explicit request. */
export type Limits = Record<LimitKey, number | null>;

/** The limits of a request. */
export type SomeLimits = { [Key in LimitKey]?: number | null | undefined };

/** Money and tokens. */
export interface Spend {
  usd: number;
  tokens: number;
}

/** The counters behind the circuit breakers, and the edits; the machine alone moves them. */
export interface Breaker extends Counters {
  /** Edits by file since the iteration began. */
  edits: {
    path: string;
    count: number;
  }[];
  /**
   * Edits by file that followed a failed command or check, since the iteration began. `hasFailed`: one failed since
   * the file's last edit. Left out on old records.
   */
  rounds?:
    | {
        path: string;
        count: number;
        hasFailed?: boolean | undefined;
      }[]
    | undefined;
  /** The repeated error or file let the last claim be answered first; the next stop asks them again. */
  hasWaited?: boolean | undefined;
  /** The last refused call, such as `Bash: npm publish`. */
  denied?: string | undefined;
  /** A digest of the call that failed last. When it passes, its error isn't in a row any more. */
  failedCall?: string | undefined;
  /** Half-open: counters that don't recur in the iteration after a pause are reset. */
  isOnTrial?: boolean | undefined;
}

/** Who reviewed, and the files or ranges of commits that they looked at; left out on old records. */
interface Reviewers {
  reviewers?: string[] | undefined;
  looked?: string[] | undefined;
}

/** The light review of a wave. */
export interface WaveReview extends Reviewers {
  wave: number;
  score: number;
  issues: number;
  blockers: number;
}

/** The review of the whole work. */
export interface ThoroughReview extends Reviewers {
  passed: boolean;
  blockersRemaining: number;
  /** The digest of the list of reviewed files. */
  fingerprint?: string | undefined;
}

/** The thorough review that counts, and how often in a row it was not passed. */
interface CountedReview extends ThoroughReview {
  failures?: number | undefined;
}

/** What becomes of a finding, and why. */
export interface FindingResolution {
  choice: Resolution;
  reason?: string | undefined;
}

/** A finding of a reviewer; `mustNot` is the number, from 1, of the violated prohibition. */
export interface Finding {
  severity: Severity;
  text: string;
  mustNot?: number | undefined;
  /** The choice of the user, or of a headless run by rule; omitted until there is a choice. */
  resolution?: FindingResolution | undefined;
}

/** A finding of the review of a wave, or of the thorough review. */
interface WaveFinding extends Finding {
  wave?: number | undefined;
}

/** A question to the panel and its recommendation. */
export interface Counsel {
  at: number;
  subject: string;
  recommendation?: string | undefined;
}

/** A command that exits with 0 while the work respects an entry of mustNot, counted from 1. */
export interface MustNotCheck {
  entry: number;
  command: string | string[];
}

/** Where a workflow frame stands (seed 002). */
export interface Workflow {
  stage: Stage;
  specScore: number | null;
  fitScore: number | null;
  startedAt: number;
  recallSurfaced: string[];
  waveReviews: WaveReview[];
  /** The wave that is being worked on, counted from 1; 0 before the first. */
  wave: number;
  /** The thorough review that counts, and how often in a row it was not passed. */
  thorough?: CountedReview | undefined;
  /**
   * `fingerprint` is the work tree at the time the gate passed, if evidence of tasks depends on it. `unreviewed` is
   * the reason why changes since the thorough review were not reviewed again.
   */
  gate?:
    | {
        passed: boolean;
        at: number;
        failures: number;
        fingerprint?: string | undefined;
        unreviewed?: string | undefined;
      }
    | undefined;
  /** The last wave that was finished. */
  finishedWave?: number | undefined;
  /** A question that only the user can answer. */
  question?: string | undefined;
  /** The shape's prohibitions and its way of verification. */
  mustNot?: string[] | undefined;
  mustNotChecks?: MustNotCheck[] | undefined;
  verification?: string | undefined;
  /** The findings of the latest review of each wave and of the latest thorough review. */
  findings?: WaveFinding[] | undefined;
}

/** A note for the next continuation. */
export type Note =
  | { kind: 'tick-undone'; criterion: string }
  /** `reason` is a code that the text knows, `subject` the thing that the edit was about. */
  | { kind: 'edit-refused'; field: string; reason: string; subject?: string | undefined }
  | { kind: 'criteria-disagree'; criteria: string[] }
  | { kind: 'ask-panel'; subject: string }
  /** Left out on old records: the budget in dollars. */
  | { kind: 'budget'; percent: number; limit?: WarnedLimit | undefined }
  | { kind: 'popped'; frame: string; spec: string; ending: string };

/** How a frame or a run ended. */
export interface Ending {
  kind: EndingKind;
  at: number;
  detail?: string | undefined;
  /** Who ended it by hand. */
  by?: Author | undefined;
  /** The best time to go on, if known. */
  retryAt?: number | undefined;
}

/** A check that ran, in short. */
export interface RanCheck {
  criterion: string;
  passed: boolean;
  exitCode: number | null;
  durationMs: number;
  /** The id of the evidence that it left. */
  evidence: string;
}

/** The receipt of an iteration, written by the stop or command that ended it. */
export interface IterationReceipt {
  frame: string;
  iteration: number;
  /** The rule of the stop table that decided, or the command that ended it. */
  rule: string;
  /** Time and money of the whole run since the receipt before, so that all of them add up to the total. */
  durationMs: number;
  usd: number;
  tokens: number;
  tools: number;
  /** Files edited by tools, the first of them; `fileCount` is how many there were. */
  files: string[];
  fileCount: number;
  /** Criteria that are met now and were not, and the other way round. */
  met: string[];
  lost: string[];
  checks: RanCheck[];
  /** The work tree as it was last looked at. */
  fingerprint?: string | undefined;
}

/** One loop on the stack; the top one is the active one. */
export interface Frame {
  id: string;
  mode: Mode;
  spec: string;
  score: number | null;
  /** The fit score, where it chose the shape of a loop without a workflow. */
  fitScore?: number | undefined;
  shape: Shape;
  /** Continuations granted so far. Any number is accepted, so that a corrupt one stays visible. */
  iteration: number;
  limits: Limits;
  criteria: Criterion[];
  steps: Step[];
  tasks: Task[];
  breaker: Breaker;
  spend: Spend;
  /** Claude's word that the work is done. */
  exitSignal: boolean;
  /** A colleague or a reviewer is to be asked before work goes on. */
  checkInDue: boolean;
  /** A foreign edit advanced the iteration already; it isn't counted twice. */
  countedAhead: boolean;
  notes: Note[];
  startedAt: number;
  /** Unknown fields of adopted files, by view, kept for their owners. */
  extras: {
    criteria: Extras;
    workflow: Extras;
    stack: Extras;
  };
  points?: GivenPoints[] | undefined;
  asked?: Asked | undefined;
  /** When the user raised limits last, so that the same words don't raise them twice. */
  raisedAt?: number | undefined;
  /** The limits granted at first, which a resume grants again; omitted: the current limits. */
  grant?: Record<RenewedLimit, number | null> | undefined;
  workflow?: Workflow | undefined;
  /** The highest warning of each limit so far. */
  warned?: { [Key in WarnedLimit]?: number | undefined } | undefined;
  /** The criteria met at the last receipt, and the checks since. */
  ledger?:
    | {
        met: string[];
        checks: RanCheck[];
        fingerprint?: string | undefined;
      }
    | undefined;
  /** Changes of the contract that the user didn't ask for. They prevent the ending `verified`. */
  amendments?: Amendment[] | undefined;
  /** Questions to the panel and its answers. */
  counsel?: Counsel[] | undefined;
}

/** A changed file that proofs depend on, such as a test. */
export interface TouchedFile {
  path: string;
  change: FileChange;
  kind: ProofFileKind;
}

/** The changes in the work tree between the start and a claim, as git reports them. */
export interface Touched {
  /** How many files changed, by kind of change. */
  changed: number;
  deleted: number;
  added: number;
  /** The first of the changed files that proofs depend on; `proofFileCount` counts all of them. */
  proofFiles: TouchedFile[];
  proofFileCount: number;
  /** The guarded files, the first of them; `guardedCount` is how many there were. */
  guarded: string[];
  guardedCount: number;
  /** Why the work trees could not be compared. */
  unknown?: string | undefined;
  /** What else could not be looked at. */
  open?: string[] | undefined;
}

/** The work tree at the start: the digest of its list of files, or why there is no list. */
export type StartTree = { digest: string; files: number } | { unknown: string };

/** Patterns of files that the work should leave as they are. */
export interface Guard {
  patterns: string[];
  isStrict?: boolean | undefined;
}

/** A frame that has left the stack, in short. */
export interface ClosedFrame {
  id: string;
  mode: Mode;
  spec: string;
  iteration: number;
  spend: Spend;
  ending: Ending;
}

/** The variables at the start, and which witness sees the same ones. */
export interface WitnessedEnvironment {
  witness: Witness;
  variables: Environment;
}

/** One loop as the user started it: a stack of frames, bottom first. */
export interface Run {
  id: string;
  session: string;
  status: Status;
  createdAt: number;
  updatedAt: number;
  /** Silence longer than this makes the run stale. */
  ttlMs: number;
  isHeadless: boolean;
  frames: Frame[];
  closed: ClosedFrame[];
  /** How far the transcripts are counted; the counter defines the format. */
  usageMark: string;
  /** The unknown fields of an adopted stack message. */
  extras: Extras;
  /** Events on record. */
  events: number;
  ending?: Ending | undefined;
  startTree?: StartTree | undefined;
  guard?: Guard | undefined;
  /** The variables at the start, and which witness sees the same ones. */
  environment?: WitnessedEnvironment | undefined;
  /** The changes in the work tree at the last claim that ended a frame. */
  touched?: Touched | undefined;
  /** Set while Claude is in a turn that a block of ours continued; seen once anything showed that it did go on. */
  continuation?:
    | {
        at: number;
        isSeen: boolean;
      }
    | undefined;
  /** The time of the last receipt and the spend until then; omitted: no receipt yet. */
  billed?:
    | {
        at: number;
        spend: Spend;
      }
    | undefined;
  /** The run rests and its last turn is counted; the transcript has that cost only after the stop. */
  isSettled?: boolean | undefined;
}
