export { commandSchema } from './model/command.ts';
export { loopEventSchema } from './model/event.ts';
export { runSchema } from './model/run.ts';
export { criteriaStateSchema, stackStateSchema, workflowStateSchema } from './model/view-files.ts';
