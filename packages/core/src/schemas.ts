export { commandSchema, startCommandSchema, stopCommandSchema } from './model/command.ts';
export { loopEventSchema } from './model/event.ts';
export { frameSchema, runSchema } from './model/run.ts';
export {
  criteriaStateSchema,
  stackFrameSchema,
  stackStateSchema,
  workflowStateSchema,
} from './model/view-files.ts';
