import type * as z from 'zod/mini';
import type { Command, StartCommand, StopCommand } from '../model/command.ts';
import type { LoopEvent } from '../model/event.ts';
import type { Frame, Run } from '../model/run.ts';
import type { CriteriaState, StackFrame, StackState, WorkflowState } from '../model/view-files.ts';
import { command, startCommand, stopCommand } from './command.ts';
import { criteriaState } from './criteria-state.ts';
import { loopEvent } from './event.ts';
import { frame, run } from './run.ts';
import { stackFrame, stackState } from './stack-state.ts';
import { workflowState } from './workflow-state.ts';

// Each schema has a named type, so that declarations show names. A test holds that the schemas give exactly these.
export const commandSchema: z.ZodMiniType<Command> = command;
export const startCommandSchema: z.ZodMiniType<StartCommand> = startCommand;
export const stopCommandSchema: z.ZodMiniType<StopCommand> = stopCommand;
export const criteriaStateSchema: z.ZodMiniType<CriteriaState> = criteriaState;
export const loopEventSchema: z.ZodMiniType<LoopEvent> = loopEvent;
export const frameSchema: z.ZodMiniType<Frame> = frame;
export const runSchema: z.ZodMiniType<Run> = run;
export const stackFrameSchema: z.ZodMiniType<StackFrame> = stackFrame;
export const stackStateSchema: z.ZodMiniType<StackState> = stackState;
export const workflowStateSchema: z.ZodMiniType<WorkflowState> = workflowState;
