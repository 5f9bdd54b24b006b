export { isDisabled } from './edge/is-disabled.ts';
export { handle } from './handle.ts';
export { parseHookInput, type HookInput, type ToolCall } from './hook-input.ts';
export { HOOK_EVENTS, type Answer, type HookEvent, type Output } from './answer.ts';
export { dialects, type Dialect, type DialectName } from './dialects/dialects.ts';
export { chooseDialect } from './dialects/choose-dialect.ts';
export { proveClaim, type ProofCall } from './proof/prove-claim.ts';
export { ProofInterrupted } from './proof/proof-interrupted.ts';
export type { Environment, Ports, SessionRun, Submission, ToolFacts, Trace } from './ports.ts';
