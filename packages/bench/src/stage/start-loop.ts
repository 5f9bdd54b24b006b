import type { CommandOf } from '@loopwright/core';
import { type OpenRun, openRun, startRun } from '@loopwright/store';
import { SESSION } from './hook.ts';
import { stateFolder } from './state-folder.ts';

/** Starts a loop of a session like `loop start`; the caller closes the result. */
export function startLoop(
  root: string,
  over: Partial<CommandOf<'start'>> = {},
  sessionId = SESSION,
): OpenRun {
  process.env['XDG_STATE_HOME'] = stateFolder();
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

/** The run of the bench's session; throws if it is missing. */
export function openLoop(root: string): OpenRun {
  const opened = openRun({ root, sessionId: SESSION });
  if (opened.status !== 'open') throw new Error(`There is no loop in ${root}: ${opened.status}.`);
  return opened;
}
