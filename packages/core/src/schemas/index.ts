export {
  command as commandSchema,
  startCommand as startCommandSchema,
  stopCommand as stopCommandSchema,
} from './command.ts';
export { criteriaState as criteriaStateSchema } from './criteria-state.ts';
export { loopEvent as loopEventSchema } from './event.ts';
export { frame as frameSchema, run as runSchema } from './run.ts';
export { stackFrame as stackFrameSchema, stackState as stackStateSchema } from './stack-state.ts';
export { workflowState as workflowStateSchema } from './workflow-state.ts';
