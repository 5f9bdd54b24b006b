import { readProcess, variablesOf } from '@loopwright/checks';
import type { Author } from '@loopwright/core';
import { listRuns } from '@loopwright/store';
import type { Env } from '../program/context.ts';

/** The variables that the client sets for everything that Claude runs. */
const CLAUDES = ['CLAUDECODE', 'CLAUDE_CODE_SESSION_ID', 'CLAUDE_CODE_CHILD_SESSION'] as const;

/** More ancestors than this are a loop in `/proc`. */
const MAX_ANCESTORS = 256;

/**
 * Tells who runs this command: Claude, if the client started it, else the user in a terminal of their own. On Linux
 * the ancestors of the process count too, so Claude can't become the user with `env -u`.
 */
export function authorOf(env: Env, session: string | undefined, pid: number = process.ppid): Author {
  if (CLAUDES.some((name) => env[name] !== undefined && env[name] !== '')) return 'claude';
  return session !== undefined && isBelow(session, pid) ? 'claude' : 'user';
}

/**
 * Tells who agrees to something for a project: Claude, if this process is below any session that has a loop there, else
 * the user.
 */
export function agreeingAuthor(env: Env, session: string | undefined, root: string): Author {
  const sessions = [session, ...listRuns(root).map(({ run }) => run?.session)];
  return sessions.some((one) => authorOf(env, one) === 'claude') ? 'claude' : 'user';
}

/** True if this process or an ancestor of it was started for the session. */
function isBelow(session: string, pid: number): boolean {
  let ancestor = pid;
  for (let count = 0; ancestor > 1 && count < MAX_ANCESTORS; count += 1) {
    if (variablesOf(ancestor).includes(`CLAUDE_CODE_SESSION_ID=${session}`)) return true;
    ancestor = readProcess(ancestor)?.parent ?? 0;
  }
  return false;
}
