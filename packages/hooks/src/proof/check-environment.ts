type Env = Readonly<Record<string, string | undefined>>;

/** Variables that make a process a part of the client or of the loop. The first two give access to the session. */
const MARKS =
  /^(?:CLAUDE_CODE_.*|CLAUDECODE|CLAUDE_(?:PLUGIN_.*|PID|EFFORT|PROJECT_DIR|ENV_FILE)|AI_AGENT|LOOP_.*|IDLE_LOOP_.*)$/i;

/** The environment of a check that the hook runs: the client's own, without the marks of the client. */
export function checkEnvironment(env: Env): Env {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !MARKS.test(name)));
}
