import { adopt } from './decide/adopt.ts';
import { amend, approve } from './decide/contract.ts';
import { type Decision, onFrame, type StopDecision } from './decide/decision.ts';
import { importEdit } from './decide/import.ts';
import * as lifecycle from './decide/lifecycle.ts';
import { listed } from './decide/listed.ts';
import { decideStop } from './decide/stop.ts';
import { gate, onWorkflow, panel, review, settle, stage, wave } from './decide/workflow.ts';
import { task } from './decide/tasks.ts';
import { criterion, signal, step, verify } from './decide/work.ts';
import type { Command, CommandOf, StopCommand } from './model/command.ts';
import type { Run } from './model/run.ts';
import { isFields } from './views/json.ts';

type Handlers = {
  readonly [T in Command['type']]: (run: Run | undefined, command: CommandOf<T>) => Decision;
};

const handlers: Handlers = {
  draft: lifecycle.draft,
  start: lifecycle.start,
  adopt,
  push: lifecycle.push,
  pop: lifecycle.pop,
  stop: decideStop,
  signal: onFrame(signal),
  step: onFrame(step),
  criterion: onFrame(criterion),
  verify: onFrame(verify),
  approve: onFrame(approve),
  amend,
  task: onFrame(task),
  listed,
  wave: onWorkflow(wave),
  stage: onWorkflow(stage),
  review: onWorkflow(review),
  settle: onWorkflow(settle),
  gate: onWorkflow(gate),
  panel: onFrame(panel),
  pause: lifecycle.pause,
  resume: lifecycle.resume,
  cancel: lifecycle.cancel,
  claim: lifecycle.claim,
  prompt: lifecycle.prompt,
  failure: lifecycle.failure,
  observe: lifecycle.observe,
  import: importEdit,
};

/** Decides a command. The same run and command give the same decision; an impossible command is rejected with a reason. */
export function decide(run: Run | undefined, command: StopCommand): StopDecision;
export function decide(run: Run | undefined, command: Command): Decision;
export function decide(run: Run | undefined, command: Command): Decision {
  return (handlers[command.type] as (run: Run | undefined, command: Command) => Decision)(run, command);
}

/** True for a command by its type and its time. A record counts by its events; parse foreign commands with `command`. */
export function isCommand(value: unknown): value is Command {
  return isFields(value) && typeof value['at'] === 'number' && typeof value['type'] === 'string';
}
