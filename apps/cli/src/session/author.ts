import { readlinkSync } from 'node:fs';
import { sep } from 'node:path';
import { ancestorsOf, variablesOf } from '@loopwright/checks';
import type { Author } from '@loopwright/core';
import { rememberAct, standingOf } from '@loopwright/hooks/facts';
import { isAgentShell, isOtherAgentShell } from '@loopwright/hosts';
import { listRuns, type OpenRun } from '@loopwright/store';
import type { Env } from '../program/context.ts';
import type { Place } from './place.ts';

/**
 * Tells who runs this command: `claude` for any agent that started it, else the user. On Linux the ancestors of the
 * process count too, so Claude can't become the user with `env -u`, in its own session and in every other one of the
 * project where it works. While a client of the project lives, only a terminal that is not below it is the
 * user's: a process that Claude cut off has none. Without a client, a script or CI is the user's.
 */
export function authorOf(env: Env, place: Partial<Place>, pid: number = process.pid): Author {
  if (isAgentShell(env)) return 'claude';
  for (const ancestor of ancestorsOf(pid)) if (isShellOf(place, ancestor)) return 'claude';
  if (place.root === undefined) return 'user';
  const { hasClient, isAtTerminal } = standingOf(place.root, env, pid);
  return hasClient && !isAtTerminal ? 'claude' : 'user';
}

/** Tells who acts on this run. */
export function authorOn(env: Env, { root, run }: Pick<OpenRun, 'root' | 'run'>): Author {
  return authorOf(env, { root, sessionId: run.session });
}

/** Lets the next hook of these sessions tell its user of this command, if it runs in a terminal beside a client. */
export function tellTerminalAct(env: Env, root: string, sessions: readonly string[]): void {
  const { hasClient, isAtTerminal } = standingOf(root, env, process.pid);
  if (!hasClient || !isAtTerminal) return;
  const act = `loop ${process.argv.slice(2).join(' ')}`;
  for (const sessionId of sessions) rememberAct({ root, sessionId }, env, act);
}

/**
 * Tells who agrees to something for a project: Claude, if this process is below any session that has a loop there, else
 * the user.
 */
export function agreeingAuthor(env: Env, session: string | undefined, root: string): Author {
  const sessions = [session, ...listRuns(root).map(({ run }) => run?.session)];
  return sessions.some((sessionId) => authorOf(env, { root, sessionId }) === 'claude') ? 'claude' : 'user';
}

/** True if a client of this session, or one that works in this project, started the process. */
function isShellOf({ root, sessionId }: Partial<Place>, pid: number): boolean {
  const variables: Env = Object.fromEntries(variablesOf(pid).map((line) => line.split(/=(.*)/s, 2)));
  if (isOtherAgentShell(variables)) return true;
  const session = variables['CLAUDE_CODE_SESSION_ID'];
  if (session === undefined || session === '') return false;
  const client = Number(variables['CLAUDE_PID']);
  return session === sessionId || (root !== undefined && client > 0 && worksIn(root, client));
}

/** True if the client was started in the project, in a folder of it, or in one around it. */
function worksIn(root: string, client: number): boolean {
  try {
    const folder = readlinkSync(`/proc/${client}/cwd`);
    return `${folder}${sep}`.startsWith(`${root}${sep}`) || `${root}${sep}`.startsWith(`${folder}${sep}`);
  } catch {
    return false;
  }
}

/** True without a user who can answer: `claude -p`, the SDK, and CI with `LOOP_HEADLESS=1`. */
export function isHeadless(env: Env): boolean {
  return env['CLAUDE_CODE_SESSION_ATTENDED'] === '0' || env['LOOP_HEADLESS'] === '1';
}
