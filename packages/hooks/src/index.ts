export { disabledBy, hooksOffIn, settingsPaths } from './edge/switched-off.ts';
export { handle } from './handle.ts';
export { hookInput, parseHookInput, type HookInput, type ToolCall } from './hook-input.ts';
export { HOOK_EVENTS, type Answer, type HookEvent, type Output } from './answer.ts';
export { dialects } from './dialects/dialects.ts';
export type { Dialect, DialectName } from './dialects/create-dialects.ts';
export { chooseDialect } from './dialects/choose-dialect.ts';
export {
  agreedBefore,
  agreedText,
  type AskedCheck,
  isRemembered,
  rememberAgreed,
  rememberNamed,
} from './proof/agreements.ts';
export { isAgreed, isConfigAsTyped, readSessionWords, rememberRemoved } from './proof/contract.ts';
export { rememberAct } from './edge/terminal-acts.ts';
export { standingOf } from './proof/session-client.ts';
export { approveChecks, type Approval, type Approved } from './proof/approve-checks.ts';
export { proveClaim, type ProofCall, ProofInterrupted, type ProvingDriver } from './proof/prove-claim.ts';
export { recordRunning, type RunningCheck } from './proof/record-running.ts';
export { handleStop } from './events/stop.ts';
export { openWork } from './proof/open-work.ts';
export { passedChecks, readScopes, type ReadScopes } from './proof/read-scopes.ts';
export { openTasks } from './edge/open-tasks.ts';
export type { Environment, Ports, SessionRun, StopPorts, Submission, Work } from './ports.ts';
export {
  checkCommands,
  toolFacts,
  type AnsweredCall,
  type ToolContext,
  type ToolFacts,
} from './tool-facts.ts';
export { classifyEnd, type ClientEnd, INTERRUPT_CLIENT, type Outcome } from './client/client-end.ts';
export { ownPrices } from './edge/own-prices.ts';
export { ownClientEnvironment } from './client/client-environment.ts';
export { parseClientResult, type ClientResult } from './client/client-result.ts';
export {
  askJudge,
  type AskJudge,
  findJudgeClient,
  type JudgeCall,
  type JudgeEvidence,
} from './judge/ask-judge.ts';
export { isSettled } from './judge/may-be-asked.ts';
export { statusSession, type StatusSession } from './statusline/status-input.ts';
export { statusSegment, type StatusPlace } from './statusline/status-segment.ts';
