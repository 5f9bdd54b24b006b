export { decide, isCommand } from './decide.ts';
export { evolve } from './evolve.ts';
export { fold } from './fold.ts';
export { decideStop } from './decide/stop.ts';
export { claimedChecks } from './decide/claimed-checks.ts';
export { explainStop } from './decide/stop.ts';
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
export { planWaves, type Dependent, type WavePlan } from './plan-waves.ts';

export { failureOf, isDone, restCauseOf } from './model/ending.ts';
export { begunMark, unbilledSession } from './model/usage-mark.ts';
export { commandSchema as command, loopEventSchema as loopEvent, runSchema as run } from './schemas.ts';
export type { Command, CommandInput, CommandOf, StopCommand } from './model/command.ts';
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
export { DEFAULT_LIMITS, DEFAULT_TTL_MS, JUDGE_ROUNDS, MAX_FRAMES, MAX_LIMITS } from './model/defaults.ts';
export {
  AUTHORS,
  JUDGE_ANSWERS,
  WITNESSES,
  FAILURE_KINDS,
  type FailureKind,
  CLAIM_BASES,
  MODES,
  SEVERITIES,
  SHAPES,
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

export { announce, resumeText, retryText, taskName, type Announcement } from './text/announce.ts';
export {
  autonomyText,
  checkChanges,
  completeText,
  startingText,
  stepDoneText,
  type Dimension,
} from './text/work-announcements.ts';
export { checkText, commandText } from './text/command-text.ts';
export {
  continuation,
  heldLine,
  iterationLine,
  noteLine,
  okReason,
  type UsersChecks,
} from './text/continuation.ts';
export { countOf } from './text/count-of.ts';
export { durationText, tokensText } from './text/duration-text.ts';
export { endLines } from './text/end-lines.ts';
export { eventText } from './text/event-text.ts';
export { explanation } from './text/explain.ts';
export { factsInWords, factsLine } from './text/facts.ts';
export { amendmentText, noticeText } from './text/notice-text.ts';
export { progressMarkdown } from './text/progress.ts';
export { rejectionText } from './text/rejection-text.ts';
export { changeTexts, endingDetail, endingName, restFinding, resumeFlags } from './text/endings.ts';
export { receiptOf, type Receipt } from './text/receipts.ts';
export { tellingLines, type ToldLimits } from './text/telling-lines.ts';
export { maskSecrets } from './text/mask-secrets.ts';
export { escapeJson, sanitize, sanitizeLine, type SanitizeLimits } from './text/sanitize.ts';
export { shipBox, type Shipment } from './text/ship-box.ts';
export { statusBlock } from './text/status-block.ts';
export { statusParts, type StatusPart, type Tone } from './text/status-parts.ts';
export { summaryMarkdown } from './text/summary.ts';
export { characters, textWidth } from './text/text-width.ts';
export { changedFilesLine, touchedFiles } from './text/changed-files-text.ts';
export { trustLine, trustLines } from './text/trust-lines.ts';
export { raisingFlag, warningText } from './text/warning-text.ts';
export { workLists } from './text/work-lists.ts';
export { JUDGED, missingText } from './text/words.ts';
