import type { Env } from '../env.ts';

/** With these variables a client marks its child processes, and lets them talk to it. */
const CLIENT_VARIABLES = new Set([
  'AI_AGENT',
  'CLAUDECODE',
  'CLAUDE_CODE_CHILD_SESSION',
  'CLAUDE_CODE_ENTRYPOINT',
  'CLAUDE_CODE_EXECPATH',
  'CLAUDE_CODE_MESSAGING_SOCKET',
  'CLAUDE_CODE_MESSAGING_TOKEN',
  'CLAUDE_CODE_SESSION_ATTENDED',
  'CLAUDE_CODE_SESSION_ID',
  'CLAUDE_EFFORT',
  'CLAUDE_ENV_FILE',
  'CLAUDE_PID',
  'CLAUDE_PROJECT_DIR',
]);

/**
 * The environment of a client of its own: no child of the client around us, and without our hooks. Settings of the
 * user, such as the provider of the model, stay.
 */
export function ownClientEnvironment(env: Env): Env {
  const own = Object.entries(env).filter(([name]) => !CLIENT_VARIABLES.has(name));
  return { ...Object.fromEntries(own), LOOP_DISABLE: '1' };
}
