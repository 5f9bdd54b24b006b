export {
  type AgentExit,
  type AgentFailure,
  classifyEnd,
  INTERRUPT_CLIENT,
  type Outcome,
} from './agent-end.ts';
export { type ClientResult, parseClientResult } from './claude-result.ts';
export { claude } from './claude.ts';
export {
  checkEnvironment,
  isAgentShell,
  isOtherAgentShell,
  ITERATION_MARK,
  ownClientEnvironment,
} from './environment.ts';
export { type AgentAct, type AnsweredCall, Facts, type FactsListener, type TurnEnd } from './facts.ts';
export { type Host, PERMISSION_MODES, type PermissionMode, type RunPlan, type Send } from './host.ts';
export { agentArguments, DEFAULT_MODE, findHost, HOSTS } from './hosts.ts';
