import { decideStop } from '@loopwright/core';
import { type Answer, type HookEvent, SILENT } from './answer.ts';
import { handlePostToolBatch } from './events/post-tool-batch.ts';
import { handleSessionEnd } from './events/session-end.ts';
import { handleSessionStart } from './events/session-start.ts';
import { handleStop } from './events/stop.ts';
import { handleStopFailure } from './events/stop-failure.ts';
import { handleUserPromptExpansion } from './events/user-prompt-expansion.ts';
import { handleUserPromptSubmit } from './events/user-prompt-submit.ts';
import type { HookInput } from './hook-input.ts';
import type { Ports } from './ports.ts';

type Handler = (input: HookInput, ports: Ports) => Answer | Promise<Answer>;

const HANDLERS: Readonly<Record<HookEvent, Handler>> = {
  Stop: handleStop,
  PostToolBatch: handlePostToolBatch,
  SessionStart: handleSessionStart,
  UserPromptSubmit: handleUserPromptSubmit,
  UserPromptExpansion: handleUserPromptExpansion,
  StopFailure: handleStopFailure,
  SessionEnd: handleSessionEnd,
};

/** Answers one event of the client. Touches the world through its ports alone. */
export async function handle(event: string, input: HookInput, ports: Ports): Promise<Answer> {
  const { isDisabled = false } = ports.environment;
  const isSubagent = input.agentId !== undefined;
  // The tools that a subagent runs are work of its session. Its other events don't concern the loop.
  const isFree = isDisabled || (isSubagent && event !== 'PostToolBatch');
  if (!isFree) return Object.hasOwn(HANDLERS, event) ? HANDLERS[event as HookEvent](input, ports) : SILENT;
  if (event !== 'Stop') return SILENT;
  // A stop that can't be held: the rules `disabled`, which opens nothing, and `not-main`.
  const run = isDisabled ? undefined : ports.openRun()?.run;
  const { verdict, notices } = decideStop(run, { type: 'stop', at: ports.now(), isDisabled, isSubagent });
  return verdict ? { kind: 'stop', verdict, run, notices } : SILENT;
}
