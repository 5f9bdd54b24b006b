import { join } from 'node:path';
import { canOpenTerminal, openTerminal, type Terminal, type TerminalOptions } from '@loopwright/testkit';
import { onTestFinished, test, vi } from 'vitest';
import { startLoop } from '../../../../packages/hooks/test/support/start-loop.ts';
import type { Stage } from './stage.ts';

/** A test that needs a terminal; skipped where there is no prebuilt pseudo-terminal for this system. */
export const terminalTest = test.skipIf(!(await canOpenTerminal()));

/** Opens the client of a stage in a terminal. */
export async function openSeat(
  { sandbox, model, plugins }: Stage,
  sessionId: string,
  more: Partial<TerminalOptions> = {},
): Promise<Terminal> {
  const terminal = await openTerminal({
    sandbox,
    model,
    plugins,
    sessionId,
    columns: 100,
    rows: 60,
    timeoutMs: 60_000,
    ...more,
  });
  onTestFinished(terminal.close);
  return terminal;
}

/** Starts a loop of a session as if its user had done so in a terminal of their own. */
export function startHere({ sandbox }: Stage, sessionId: string): void {
  // The start is remembered in the state folder of the sandbox's user.
  vi.stubEnv('XDG_STATE_HOME', join(sandbox.home, '.local/state'));
  onTestFinished(() => void vi.unstubAllEnvs());
  const check = { command: 'node test.js', by: 'user' } as const;
  startLoop(sandbox.project.path, sessionId, {
    criteria: [{ name: 'tests pass', check, by: 'user' }],
  }).close();
}
