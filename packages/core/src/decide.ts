import { adopt } from './decide/adopt.ts';
import { amend, approve } from './decide/contract.ts';
import type { Decision, StopDecision } from './decide/decision.ts';
import { importEdit } from './decide/import.ts';
import {
  cancel,
  claim,
  draft,
  failure,
  observe,
  pause,
  pop,
  prompt,
  push,
  resume,
  start,
} from './decide/lifecycle.ts';
import { decideStop } from './decide/stop.ts';
import { panel } from './decide/counsel.ts';
import { task } from './decide/tasks.ts';
import { criterion, signal, step, verify } from './decide/work.ts';
import { gate, review, settle, stage, wave } from './decide/workflow.ts';
import type { Command, CommandOf, StopCommand } from './model/command.ts';
import type { Run } from './model/run.ts';
import { isFields } from './views/json.ts';

type Handlers = {
  readonly [T in Command['type']]: (run: Run | undefined, command: CommandOf<T>) => Decision;
};

const handlers: Handlers = {
  draft,
  start,
  adopt,
  push,
  pop,
  stop: decideStop,
  signal,
  step,
  criterion,
  verify,
  approve,
  amend,
  task,
  wave,
  stage,
  review,
  settle,
  gate,
  panel,
  pause,
  resume,
  cancel,
  claim,
  prompt,
  failure,
  observe,
  import: importEdit,
};

/**
 * Decides a command. Pure: the same run and command give the same decision. An impossible command is rejected
 * with a reason, never with an exception.
 */
export function decide(run: Run | undefined, command: StopCommand): StopDecision;
export function decide(run: Run | undefined, command: Command): Decision;
export function decide(run: Run | undefined, command: Command): Decision {
  return (handlers[command.type] as (run: Run | undefined, command: Command) => Decision)(run, command);
}

/** True for a command by its type and its time. A record counts by its events; parse foreign commands with `command`. */
export function isCommand(value: unknown): value is Command {
  return isFields(value) && typeof value['at'] === 'number' && typeof value['type'] === 'string';
}
