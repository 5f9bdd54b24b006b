import { type Answer, type HookEvent, SILENT } from './answer.ts';
import { handlePostToolBatch } from './events/post-tool-batch.ts';
import { handlePostToolUse } from './events/post-tool-use.ts';
import { handleSessionEnd } from './events/session-end.ts';
import { handleSessionStart } from './events/session-start.ts';
import { handleStop } from './events/stop.ts';
import { handleStopFailure } from './events/stop-failure.ts';
import { handleUserPromptExpansion } from './events/user-prompt-expansion.ts';
import { handleUserPromptSubmit } from './events/user-prompt-submit.ts';
import { concernsLoop, type HookInput } from './hook-input.ts';
import type { Ports } from './ports.ts';

const HANDLERS: Readonly<Record<HookEvent, (input: HookInput, ports: Ports) => Answer | Promise<Answer>>> = {
  Stop: handleStop,
  PostToolUse: handlePostToolUse,
  PostToolBatch: handlePostToolBatch,
  SessionStart: handleSessionStart,
  UserPromptSubmit: handleUserPromptSubmit,
  UserPromptExpansion: handleUserPromptExpansion,
  StopFailure: handleStopFailure,
  SessionEnd: handleSessionEnd,
};

/** Answers one event of the client. Touches the world through its ports alone. */
export async function handle(event: string, input: HookInput, ports: Ports): Promise<Answer> {
  if (!Object.hasOwn(HANDLERS, event) || !concernsLoop(event, input)) return SILENT;
  return HANDLERS[event as HookEvent](input, ports);
}
