import type { CommandOf } from '@loopwright/core';
import type { HookInput } from '../hook-input.ts';
import { wasCapped } from '../edge/transcript.ts';
import type { CommonPorts, SessionRun } from '../ports.ts';

/** Makes the command for the user's words, or for a session of theirs that begins or ends. */
export function promptCommand(
  { run: { continuation } }: SessionRun,
  source: CommandOf<'prompt'>['source'],
  { transcriptPath }: HookInput,
  ports: CommonPorts,
): CommandOf<'prompt'> {
  // Only where Claude has not been seen to go on, the client may have ended the turn.
  const isCapped = continuation?.isSeen === false && wasCapped(transcriptPath, continuation.at);
  return { type: 'prompt', at: ports.now(), source, isCapped };
}
