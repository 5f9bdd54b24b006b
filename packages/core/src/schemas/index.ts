export { command, startCommand, stopCommand } from './command.ts';
export { criteriaState } from './criteria-state.ts';
export { loopEvent } from './event.ts';
export { frame, run } from './run.ts';
export { stackFrame, stackState } from './stack-state.ts';
export { workflowState } from './workflow-state.ts';
