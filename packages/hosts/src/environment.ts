import type { Env } from '@loopwright/checks';
import { claude } from './claude.ts';
import { HOSTS } from './hosts.ts';

/** With these variables agents mark their child processes, and let them talk to them. */
const MARKS: ReadonlySet<string> = /* @__PURE__ */ new Set(HOSTS.flatMap(({ marks }) => marks));

/**
 * The environment of an agent of its own: no child of an agent around us, and without our hooks. Settings of the user,
 * such as the provider of the model, stay.
 */
export function ownClientEnvironment(env: Env): Env {
  const own = Object.entries(env).filter(([name]) => !MARKS.has(name));
  return { ...Object.fromEntries(own), LOOP_DISABLE: '1' };
}

/** Variables that tell that Claude started a process. The others of its marks come along. */
const CLAUDES = ['CLAUDECODE', 'CLAUDE_CODE_SESSION_ID', 'CLAUDE_CODE_CHILD_SESSION'];

/** True in the environment of a process that an agent started, also in that of an iteration of ours. */
export function isAgentShell(env: Env): boolean {
  return CLAUDES.some((name) => Boolean(env[name])) || isOtherAgentShell(env);
}

/** True in a shell of an agent other than Claude, whose shells also name their session, and in one of an iteration. */
export function isOtherAgentShell(env: Env): boolean {
  const others = HOSTS.filter((host) => host !== claude).flatMap(({ marks }) => marks);
  return [...others, ITERATION_MARK].some((name) => Boolean(env[name]));
}

/** The environment variable that marks every process of one iteration. */
export const ITERATION_MARK = 'LOOP_ITERATION';

/** Variables that make a process a part of the client or of the loop. The first two give access to the session. */
const CLIENT =
  /^(?:CLAUDE_CODE_.*|CLAUDECODE|CLAUDE_(?:PLUGIN_.*|PID|EFFORT|PROJECT_DIR|ENV_FILE)|AI_AGENT|LOOP_.*|IDLE_LOOP_.*)$/i;

/** The environment of a check that the hook runs: the client's own, without the marks of the client. */
export function checkEnvironment(env: Env): Env {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !CLIENT.test(name)));
}
