export { decide, isCommand } from './decide.ts';
export { evolve, fold } from './evolve.ts';
export { claimedChecks, decideStop, explainStop } from './decide/stop.ts';
export { stopRules, type Facts } from './decide/stop-rules.ts';
export { breakerRules } from './decide/breakers.ts';
export { isUsers } from './decide/contract.ts';
export { criterionState, isGoodState, isJudged, isMet, missingProofs } from './proofs.ts';
export {
  openFindings,
  openTasks,
  proofText,
  roundsLeft,
  scopeOf,
  taskState,
  unreviewedWaves,
} from './proofs.ts';
export { witnessOf, type CriterionState, type WorkTree } from './proofs.ts';
export { trustSummary, type Course } from './trust.ts';
export type { Decision, Missing, Notice, Rejection, RuleName, StopDecision } from './decide/decision.ts';
export type { Verdict } from './decide/decision.ts';
export { next, PLACES, type Next } from './next.ts';
export { planWaves } from './plan-waves.ts';
export {
  nextSharers,
  resumedSharers,
  SHARER_STATES,
  stateAfter,
  type Sharer,
} from './schedule/even-shares.ts';
export { exitCodes, jobEndOf, type ExitName, type JobEnd } from './schedule/exits.ts';
export { canStart, LEAST_USD, nextJobs } from './schedule/next-jobs.ts';
export type { Candidate, Means } from './schedule/next-jobs.ts';
export { holdUntil, type Hold } from './schedule/rate-limit.ts';
export { readRunEnd, type RunEnd } from './schedule/read-run-end.ts';
export { afterJob, HEALTHY, idleMs, isFaultless, isSuspect, type Health } from './schedule/whose-fault.ts';
export { stuckCountOf } from './decide/tasks.ts';

export { elapsedMs, LIMITS, limitRules, type LimitKey, type LimitRule } from './model/limits.ts';
export type { LimitFlag, WarnedLimit } from './model/limits.ts';
export {
  begunMark,
  failureOf,
  isCounting,
  isDone,
  isHandNote,
  isLeft,
  isOpen,
  isOver,
} from './model/state.ts';
export { owesLastTurn, restCauseOf, unbilledSession, type OpenRun } from './model/state.ts';
export { commandSchema as command, loopEventSchema as loopEvent, runSchema as run } from './schemas.ts';
export type { Command, CommandInput, CommandOf, StopCommand } from './model/command.ts';
export { parseEvent, type EventOf, type LoopEvent } from './model/event.ts';
export type { Amendment, Asked, Breaker, Check, ClaimedEnding, CommandCheck, Counsel } from './model/run.ts';
export type { Criterion, Ending, Environment, Evidence, Finding, Frame, GivenPoints } from './model/run.ts';
export type {
  JudgeCheck,
  Judgement,
  Limits,
  Note,
  RestCause,
  Run,
  SomeLimits,
  Step,
  Spend,
} from './model/run.ts';
export type { DoneEnding, Guard, Task, Touched, TouchedFile, Workflow } from './model/run.ts';
export { isName } from './model/names.ts';
export { given } from './model/plans.ts';
export { DEFAULT_LIMITS, DEFAULT_TTL_MS, MAX_LIMITS } from './model/defaults.ts';
export { CLAIM_BASES, MODES } from './model/vocabulary.ts';
export { SEVERITIES, STAGES } from './model/vocabulary.ts';
export type { Author, ClaimBasis, FailureKind, Mode, Shape, Stage, Status } from './model/vocabulary.ts';

export { parseCriteriaState, toCriteriaState } from './views/criteria-state.ts';
export type { CriteriaState, IdleLoop, StackState, WorkflowState } from './model/view-files.ts';
export { parseIdleLoop } from './views/idle-loop.ts';
export { formatInstant, parseInstant } from './views/instant.ts';
export { parseJson, type Parsed, type Problem } from './views/json.ts';
export { parseStackState, toStackState } from './views/stack-state.ts';
export { parseWorkflowState, toWorkflowState } from './views/workflow-state.ts';

export {
  cost,
  countOf,
  durationText,
  limitName,
  limitText,
  listed,
  money,
  shortCount,
  spendText,
  usedText,
} from './text/amounts.ts';
export { agentName, resumeCommand } from './text/agent-name.ts';
export { announce, autonomyText, checkChanges, completeText } from './text/announce.ts';
export { startingText, statusBlock, stepDoneText, type Dimension } from './text/announce.ts';
export { continuation, heldLine, iterationLine, okReason, type UsersChecks } from './text/continuation.ts';
export { doubtsLine, endLines, endSentence, goOnText } from './text/end.ts';
export { causeText, changeTexts, endingDetail, endingName, isUnchanged, UNCHANGED } from './text/endings.ts';
export { resumeFlags, resumeText } from './text/endings.ts';
export { eventText, factsInWords, factsLine } from './text/events.ts';
export { momentsIn, type Moments } from './text/moments.ts';
export { noteLine, noticeText, rejectionText } from './text/notices.ts';
export { progressMarkdown } from './text/progress.ts';
export { receiptOf, type Receipt } from './text/receipts.ts';
export { escapeJson, maskSecrets, sanitize, sanitizeLine } from './text/sanitize.ts';
export { shipBox } from './text/ship-box.ts';
export { statusParts, type StatusPart } from './text/status.ts';
export { summaryMarkdown, trustLines, trustParts } from './text/summary.ts';
export { askedBy, trustText, vouchParts, workLists, type TrustPart } from './text/summary.ts';
export { tellingLines } from './text/telling-lines.ts';
export { characters, textWidth } from './text/text-width.ts';
export { checkText, commandText, CRITERION_STATES, JUDGED, missingText, STANDINGS } from './text/words.ts';
export { onStartText, standingOf, taskName } from './text/words.ts';
export type { Look, Tone } from './text/words.ts';
