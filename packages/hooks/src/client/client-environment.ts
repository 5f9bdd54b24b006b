import type { Env } from '@loopwright/checks';

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

/** Variables that make a process a part of the client or of the loop. The first two give access to the session. */
const MARKS =
  /^(?:CLAUDE_CODE_.*|CLAUDECODE|CLAUDE_(?:PLUGIN_.*|PID|EFFORT|PROJECT_DIR|ENV_FILE)|AI_AGENT|LOOP_.*|IDLE_LOOP_.*)$/i;

/** The environment of a check that the hook runs: the client's own, without the marks of the client. */
export function checkEnvironment(env: Env): Env {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !MARKS.test(name)));
}
