import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { type Env, ancestorsOf, bootId, readProcess, variablesOf } from '@loopwright/checks';
import type { RunAddress } from '@loopwright/store';
import { parseObject } from '@loopwright/transcript/quick';
import { clientPath, filesIn, readOwn, statePath, writeOwn } from './state-file.ts';

/** Who called a hook: the client of its session, another one that its user started in a terminal, or anybody else. */
export type Caller = 'client' | 'terminal' | 'other';

/**
 * Tells who called this hook. The session's first hook remembers its client. While it lives, hooks below it count, and
 * those of a client in another terminal; when it is gone, the client of the next hook takes its place. Only Linux can
 * tell: elsewhere a hook counts unless a shell of Claude surely called it.
 */
export function callerOf(place: RunAddress, env: Env): Caller {
  const ancestors = [...ancestorsOf(process.ppid)];
  if (isShellMade(place.sessionId, env, ancestors)) return 'other';
  const named = Number(env['CLAUDE_PID']);
  const isNamed = ancestors.includes(named);
  const client = livingClient(clientPath(place, env));
  if (client) {
    // A client that is process 1 gets every process that lost its parent as its child.
    if (ancestors.includes(client.pid) && (!client.isNamed || named === client.pid)) return 'client';
    return isNamed && isInOtherTerminal(named, client.pid) ? 'terminal' : 'other';
  }
  rememberClient(place, env, isNamed ? named : process.ppid, isNamed);
  return 'client';
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

/** Where a command runs, as far as the clients of its project tell. */
export interface Standing {
  /** A client of the project lives. */
  readonly hasClient: boolean;
  /** The process is not below one, and has a terminal of its own. */
  readonly isAtTerminal: boolean;
}

/** Tells where a process stands beside the living clients of a project. */
export function standingOf(root: string, env: Env, pid: number): Standing {
  const clients = filesIn(statePath(env, 'sessions', root)).flatMap((path) => livingClient(path)?.pid ?? []);
  const isBelow = [...ancestorsOf(pid)].some((ancestor) => clients.includes(ancestor));
  return { hasClient: clients.length > 0, isAtTerminal: !isBelow && readProcess(pid)?.hasTerminal === true };
}

/** True if the client of this session is known to be gone, for example killed. Elsewhere than on Linux, nothing is known. */
export function isClientGone(place: RunAddress, env: Env): boolean {
  const path = clientPath(place, env);
  return readOwn(path) !== '' && livingClient(path) === undefined;
}

/** The client of a session, as it is remembered. */
interface SessionClient {
  readonly pid: number;
  /** The client gives its id to its hooks, as `CLAUDE_PID`. */
  readonly isNamed: boolean;
  /** When it started, and on which boot of the machine: its id may be given again. */
  readonly started: string;
  readonly boot: string;
}

/** Remembers the client of a session. Best effort: otherwise a hook counts unless a shell of Claude surely called it. */
function rememberClient(place: RunAddress, env: Env, pid: number, isNamed: boolean): void {
  const started = readProcess(pid)?.started;
  if (started === undefined) return;
  const client: SessionClient = { pid, isNamed, started, boot: bootId() };
  attempt(() => writeOwn(clientPath(place, env), JSON.stringify(client)));
}

/** The client that the session's hooks remembered; undefined if it is gone, and where Linux doesn't tell. */
function livingClient(path: string | undefined): SessionClient | undefined {
  // Only `rememberClient` writes it. A damaged file names no living process.
  const client = parseObject(readOwn(path)) as unknown as SessionClient | undefined;
  const started = readProcess(client?.pid ?? 0)?.started;
  return started !== undefined && started === client?.started && client.boot === bootId()
    ? client
    : undefined;
}

/** True for a client in a terminal that is neither below nor above the remembered one: both have the session. */
function isInOtherTerminal(client: number, remembered: number): boolean {
  const isApart =
    ![...ancestorsOf(client)].includes(remembered) && ![...ancestorsOf(remembered)].includes(client);
  return client > 1 && isApart && isClient(client) && readProcess(client)?.hasTerminal === true;
}

/** True for a living client: that is the name of its program. */
function isClient(pid: number): boolean {
  return attempt(() => readFileSync(`/proc/${pid}/comm`, 'latin1').startsWith('claude')) ?? false;
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
  const linkOf = (path: string) => attempt(() => readlinkSync(path));
  const input = linkOf('/proc/self/fd/0');
  if (input === undefined || input.startsWith('socket:')) return true;
  if (!input.startsWith('pipe:')) return false;
  const folder = `/proc/${parent}/fd`;
  const open = attempt(() => readdirSync(folder));
  return open === undefined || open.some((name) => linkOf(`${folder}/${name}`) === input);
}

/** The result; undefined if reading or writing fails. */
function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
