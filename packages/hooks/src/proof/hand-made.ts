import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { ancestorsOf, readProcess, variablesOf } from '@loopwright/checks';
import { clientOf, rememberClient } from './session-client.ts';
import type { Place } from './state-file.ts';
import type { Env } from '../env.ts';

/** Who called a hook: the client of its session, another one that its user started in a terminal, or anybody else. */
export type Caller = 'client' | 'terminal' | 'other';

/**
 * Tells who called this hook. The session's first hook remembers its client. While it lives, hooks below it count, and
 * those of a client in another terminal; when it is gone, the client of the next hook takes its place. Only Linux can
 * tell: elsewhere a hook counts unless a shell of Claude surely called it.
 */
export function callerOf(place: Place, env: Env): Caller {
  const ancestors = [...ancestorsOf(process.ppid)];
  if (isShellMade(place.sessionId, env, ancestors)) return 'other';
  const named = Number(env['CLAUDE_PID']);
  const isNamed = ancestors.includes(named);
  const client = clientOf(place, env);
  if (client) {
    // A client that is process 1 gets every process that lost its parent as its child.
    if (ancestors.includes(client.pid) && (!client.isNamed || named === client.pid)) return 'client';
    return isNamed && isInOtherTerminal(named, client.pid) ? 'terminal' : 'other';
  }
  rememberClient(place, env, { pid: isNamed ? named : process.ppid, isNamed });
  return 'client';
}

/** True for a client in a terminal that is neither below nor above the remembered one: both have the session. */
function isInOtherTerminal(client: number, remembered: number): boolean {
  const isApart =
    ![...ancestorsOf(client)].includes(remembered) && ![...ancestorsOf(remembered)].includes(client);
  return client > 1 && isApart && isClient(client) && readProcess(client)?.hasTerminal === true;
}

/**
 * True if this hook was surely not called by the client but from a shell of Claude, which could choose its environment.
 * Observed of the client: it is the parent of the hook, or of the program that starts Node; it gives a pipe or a socket
 * as standard input, and only hooks get `CLAUDE_PLUGIN_ROOT`. Only Linux can tell.
 */
export function isShellMade(
  sessionId: string,
  env: Env,
  ancestors: readonly number[] = [...ancestorsOf(process.ppid)],
): boolean {
  const client = Number(env['CLAUDE_PID']);
  const hasLeft = isClient(client) && !ancestors.includes(client);
  const isReplaced = isClient(process.ppid) && !isInputOf(process.ppid);
  return hasLeft || isReplaced || ancestors.some((pid) => isShell(pid, sessionId));
}

/** True for a living client: that is the name of its program. */
function isClient(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'latin1').startsWith('claude');
  } catch {
    return false;
  }
}

/** True for a process that the client started for Claude, and not for a hook. */
function isShell(pid: number, sessionId: string): boolean {
  const variables = variablesOf(pid);
  return (
    variables.includes(`CLAUDE_CODE_SESSION_ID=${sessionId}`) &&
    !variables.some((line) => line.startsWith('CLAUDE_PLUGIN_ROOT='))
  );
}

/** False if standard input surely doesn't come from the parent: a file, a device, or a pipe that it doesn't hold. */
function isInputOf(parent: number): boolean {
  const input = linkOf('/proc/self/fd/0');
  if (input === undefined || input.startsWith('socket:')) return true;
  if (!input.startsWith('pipe:')) return false;
  const held = filesOf(parent);
  return held === undefined || held.includes(input);
}

function filesOf(pid: number): readonly string[] | undefined {
  const folder = `/proc/${pid}/fd`;
  try {
    return readdirSync(folder).flatMap((name) => linkOf(`${folder}/${name}`) ?? []);
  } catch {
    return undefined;
  }
}

function linkOf(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}
