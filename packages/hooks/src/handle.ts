import { type Answer, type HookEvent, SILENT } from './answer.ts';
import { handlePostToolBatch } from './events/post-tool-batch.ts';
import { handleSessionEnd } from './events/session-end.ts';
import { handleSessionStart } from './events/session-start.ts';
import { handleStop } from './events/stop.ts';
import { handleStopFailure } from './events/stop-failure.ts';
import { handleUserPromptExpansion } from './events/user-prompt-expansion.ts';
import { handleUserPromptSubmit } from './events/user-prompt-submit.ts';
import type { HookInput } from './hook-input.ts';
import type { Ports, Prove } from './ports.ts';

/** The handlers of every event but a stop, which may be answered later. */
const HANDLERS: Readonly<Record<Exclude<HookEvent, 'Stop'>, (input: HookInput, ports: Ports) => Answer>> = {
  PostToolBatch: handlePostToolBatch,
  SessionStart: handleSessionStart,
  UserPromptSubmit: handleUserPromptSubmit,
  UserPromptExpansion: handleUserPromptExpansion,
  StopFailure: handleStopFailure,
  SessionEnd: handleSessionEnd,
};

/** Answers one event of the client. Touches the world through its ports alone. */
export function handle(event: string, input: HookInput, ports: Ports): Answer;
/** With `prove`, the checks of the user run before a claim is answered; only then the answer comes later. */
export function handle(
  event: string,
  input: HookInput,
  ports: Ports,
  prove: Prove | undefined,
): Answer | Promise<Answer>;
export function handle(
  event: string,
  input: HookInput,
  ports: Ports,
  prove?: Prove,
): Answer | Promise<Answer> {
  if (event === 'Stop') return handleStop(input, ports, prove);
  // The tools that a subagent runs are work of its session. Its other events don't concern the loop.
  const isForeign = input.agentId !== undefined && event !== 'PostToolBatch';
  if (ports.environment.isDisabled || isForeign || !Object.hasOwn(HANDLERS, event)) return SILENT;
  return HANDLERS[event as keyof typeof HANDLERS](input, ports);
}
