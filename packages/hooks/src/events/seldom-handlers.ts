import type { SeldomHandlers } from '../create-handle.ts';
import { handleSessionEnd } from './session-end.ts';
import { handleSessionStart } from './session-start.ts';
import { handleStopFailure } from './stop-failure.ts';
import { handleUserPromptExpansion } from './user-prompt-expansion.ts';
import { handleUserPromptSubmit } from './user-prompt-submit.ts';

/** The handlers of every event but stops and tools. */
export const seldomHandlers: SeldomHandlers = {
  SessionStart: handleSessionStart,
  UserPromptSubmit: handleUserPromptSubmit,
  UserPromptExpansion: handleUserPromptExpansion,
  StopFailure: handleStopFailure,
  SessionEnd: handleSessionEnd,
};
