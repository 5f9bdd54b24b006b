import { join } from 'node:path';
import type { Invocation } from '../process/run-process.ts';
import { installHook } from './installed-hook.ts';
import { stateFolder } from './state-folder.ts';

/** The session id of all benches. */
export const SESSION = '0d6e1d3a-5a1c-4a7e-9c55-6f2f0a3b7c11';

/** The client's input for a Stop hook, with some fields replaced; null leaves a field out. */
export function stopInput(cwd: string, changes: Readonly<Record<string, unknown>> = {}): string {
  const fields = {
    session_id: SESSION,
    transcript_path: '',
    cwd,
    permission_mode: 'default',
    hook_event_name: 'Stop',
    stop_hook_active: false,
    background_tasks: [],
    session_crons: [],
    ...changes,
  };
  const sent = Object.entries(fields).filter(([, value]) => value !== null);
  return `${JSON.stringify(Object.fromEntries(sent))}\n`;
}

/** The call of our hook at a stop. */
export function stopHook(
  node: string,
  cwd: string,
  stdin: string,
  env: Readonly<Record<string, string>> = {},
): Invocation {
  const { folder, dataFolder } = installHook();
  return {
    command: node,
    args: [join(folder, 'hook.cjs'), 'Stop'],
    stdin,
    // The hook finds git on the PATH, as it does in a client.
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: cwd,
      XDG_STATE_HOME: stateFolder(),
      CLAUDE_PROJECT_DIR: cwd,
      CLAUDE_PLUGIN_DATA: dataFolder,
      ...env,
    },
    cwd,
  };
}
