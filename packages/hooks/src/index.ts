export { openTasks } from './edge/client-settings.ts';
export { handle } from './handle.ts';
export { asideLine } from './text/user-lines.ts';
export { hookInput, parseHookInput, type HookInput, type ToolCall } from './hook-input.ts';
export { HOOK_EVENTS, type Answer, type HookEvent, type Output } from './answer.ts';
export { chooseDialect, type Dialect, type DialectName, dialects } from './dialects.ts';
export {
  agreedBefore,
  agreedText,
  type AskedCheck,
  isAgreed,
  isRemembered,
  rememberAgreed,
} from './proof/agreements.ts';
export { readSessionWords, rememberRemoved } from './proof/contract.ts';
export { approveChecks, type Approval, type Approved } from './proof/approve-checks.ts';
export { proveChange } from './proof/prove-change.ts';
export { proveClaim, type ProofCall, ProofInterrupted, type ProvingDriver } from './proof/prove-claim.ts';
export {
  type ChecksCall,
  type NamedCheck,
  runChecks,
  type Verification,
  type Verified,
  withSameRuns,
} from './proof/run-checks.ts';
export type { LiveOutput } from './proof/record-running.ts';
export { handleStop } from './events/stop.ts';
export { openWork } from './proof/open-work.ts';
export type { Environment, Ports, SessionRun, StopPorts, Submission, Work } from './ports.ts';
export { answeredCalls, checkCommands, toolFacts, type ToolContext, type ToolFacts } from './tool-facts.ts';
export { ownPrices } from './edge/own-prices.ts';
export { askJudge, type JudgeCall } from './judge/ask-judge.ts';
export { isWorthAsking } from './judge/may-be-asked.ts';
export { statusSegment, statusSession } from './edge/status-segment.ts';
