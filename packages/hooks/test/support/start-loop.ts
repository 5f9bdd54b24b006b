import type { CommandOf } from '@loopwright/core';
import { type OpenRun, startRun } from '@loopwright/store';

/** Starts a loop of a session as `loop start` does. The caller closes it. */
export function startLoop(root: string, sessionId: string, over: Partial<CommandOf<'start'>> = {}): OpenRun {
  const started = startRun(
    { root, sessionId },
    {
      type: 'start',
      at: Date.now(),
      runId: 'run-1',
      session: sessionId,
      frameId: 'frame-1',
      spec: 'make the tests pass',
      shape: 'tool',
      ...over,
    },
  );
  if (started.status !== 'started') throw new Error(`The loop did not start: ${started.status}.`);
  return started.opened;
}
