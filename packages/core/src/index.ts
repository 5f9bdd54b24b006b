export { decide, isCommand } from './decide.ts';
export { evolve } from './evolve.ts';
export { fold } from './fold.ts';
export { claimedChecks } from './decide/claimed-checks.ts';
export { decideStop, explainStop } from './decide/stop.ts';
export { stopRules, type Facts, type StopRule } from './decide/stop-rules.ts';
export { breakerRules } from './decide/breakers.ts';
export { LIMITS, limitRules, type LimitFlag, type LimitKey, type LimitRule } from './model/limits.ts';
export {
  criterionState,
  isGatePassed,
  isGoodState,
  isJudged,
  isMet,
  isVerified,
  missingProofs,
  openTasks,
  roundsLeft,
  scopeOf,
  taskState,
  unreviewedWaves,
  witnessOf,
  type CriterionState,
  type TaskState,
  type WorkTree,
} from './proofs.ts';
export { proofText } from './proof-text.ts';
export { trustSummary, type Course, type TrustedCriterion, type TrustSummary } from './trust.ts';
export { RULE_NAMES } from './decide/decision.ts';
export type {
  Decision,
  Missing,
  Notice,
  Rejection,
  RuleName,
  StopDecision,
  Verdict,
} from './decide/decision.ts';
export { isHandNote } from './model/hand-notes.ts';
export { next, tickOf, TICK_PLACES, type Next } from './next.ts';
export { planWaves, type Dependent, type WavePlan } from './plan-waves.ts';

export { failureOf, isDone, restCauseOf } from './model/ending.ts';
export { begunMark, unbilledSession } from './model/usage-mark.ts';
export { commandSchema as command, loopEventSchema as loopEvent, runSchema as run } from './schemas.ts';
export type { Command, CommandInput, CommandOf, StopCommand } from './model/command.ts';
export { parseEvent } from './model/event.ts';
export type { EventOf, LoopEvent } from './model/event.ts';
export type {
  Amendment,
  Asked,
  Breaker,
  Check,
  ClaimedEnding,
  ClosedFrame,
  CommandCheck,
  Counsel,
  Criterion,
  Ending,
  Environment,
  Evidence,
  Finding,
  Frame,
  GivenPoints,
  Guard,
  JudgeCheck,
  Judgement,
  Limits,
  Note,
  RestCause,
  Run,
  SomeLimits,
  Spend,
  StartTree,
  Step,
  Task,
  Touched,
  TouchedFile,
  Workflow,
} from './model/run.ts';
export { elapsedMs } from './model/limits.ts';
export { isName } from './model/names.ts';
export { isCounting, owesLastTurn } from './model/is-counting.ts';
export { isOpen, isOver, type OpenRun } from './model/is-over.ts';
export { DEFAULT_LIMITS, DEFAULT_TTL_MS, MAX_FRAMES, MAX_LIMITS } from './model/defaults.ts';
export {
  AUTHORS,
  JUDGE_ANSWERS,
  WITNESSES,
  FAILURE_KINDS,
  type FailureKind,
  CLAIM_BASES,
  MODES,
  SEVERITIES,
  STAGES,
  type Author,
  type ClaimBasis,
  type JudgeAnswer,
  type Mode,
  type Shape,
  type Stage,
  type Status,
} from './model/vocabulary.ts';

export { parseCriteriaState, toCriteriaState } from './views/criteria-state.ts';
export type { CriteriaState } from './model/view-files.ts';
export { parseIdleLoop } from './views/idle-loop.ts';
export type { IdleLoop } from './model/view-files.ts';
export { formatInstant, parseInstant } from './views/instant.ts';
export { parseJson, type Parsed, type Problem } from './views/json.ts';
export { parseStackState, toStackState } from './views/stack-state.ts';
export type { StackFrame, StackState } from './model/view-files.ts';
export { parseWorkflowState, toWorkflowState } from './views/workflow-state.ts';
export type { WorkflowState } from './model/view-files.ts';

export {
  cost,
  countOf,
  durationText,
  limitName,
  limitText,
  money,
  shortCount,
  usedText,
} from './text/amounts.ts';
export {
  announce,
  autonomyText,
  checkChanges,
  completeText,
  endText,
  startingText,
  statusBlock,
  stepDoneText,
  type Announcement,
  type Dimension,
} from './text/announce.ts';
export { continuation, heldLine, iterationLine, okReason, type UsersChecks } from './text/continuation.ts';
export {
  changeTexts,
  endingDetail,
  endingName,
  restFinding,
  resumeFlags,
  resumeText,
  retryText,
} from './text/endings.ts';
export { eventText, factsInWords, factsLine } from './text/events.ts';
export { momentsIn, type Moments } from './text/moments.ts';
export { noteLine, noticeText, rejectionText } from './text/notices.ts';
export { progressMarkdown } from './text/progress.ts';
export { receiptOf, type Receipt } from './text/receipts.ts';
export { escapeJson, maskSecrets, sanitize, sanitizeLine, type SanitizeLimits } from './text/sanitize.ts';
export { shipBox, type Shipment } from './text/ship-box.ts';
export { statusParts, type StatusPart } from './text/status.ts';
export {
  doneLines,
  endLines,
  summaryMarkdown,
  touchedFiles,
  trustLines,
  trustParts,
  trustText,
  type TrustPart,
  workLists,
} from './text/summary.ts';
export { tellingLines } from './text/telling-lines.ts';
export { characters, textWidth } from './text/text-width.ts';
export {
  checkText,
  commandText,
  CRITERION_STATES,
  JUDGED,
  missingText,
  STANDINGS,
  standingOf,
  taskName,
  type Look,
  type Standing,
  type Tone,
} from './text/words.ts';
