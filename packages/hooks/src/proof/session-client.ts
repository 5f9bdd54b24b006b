import { ancestorsOf, bootId, readProcess } from '@loopwright/checks';
import { parseObject } from '@loopwright/transcript/quick';
import { clientPath, filesIn, type Place, readOwn, statePath, writeOwn } from './state-file.ts';
import type { Env } from '../env.ts';

/** The client of a session. */
export interface SessionClient {
  readonly pid: number;
  /** The client gives its id to its hooks, as `CLAUDE_PID`. */
  readonly isNamed: boolean;
}

/** The client that the session's hooks remembered; undefined if it is gone, and where Linux doesn't tell. */
export function clientOf(place: Place, env: Env): SessionClient | undefined {
  return livingClient(clientPath(place, env));
}

/** Remembers the client of a session. Best effort: otherwise a hook counts unless a shell of Claude surely called it. */
export function rememberClient(place: Place, env: Env, { pid, isNamed }: SessionClient): void {
  const started = readProcess(pid)?.started;
  if (started === undefined) return;
  try {
    writeOwn(clientPath(place, env), JSON.stringify({ pid, isNamed, started, boot: bootId() }));
  } catch {
    // A read-only home.
  }
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
  const folder = statePath(env, 'sessions', root);
  const clients = filesIn(folder).flatMap((path) => livingClient(path)?.pid ?? []);
  const isBelow = [...ancestorsOf(pid)].some((ancestor) => clients.includes(ancestor));
  return {
    hasClient: clients.length > 0,
    isAtTerminal: !isBelow && readProcess(pid)?.hasTerminal === true,
  };
}

function livingClient(path: string | undefined): SessionClient | undefined {
  // Only `rememberClient` writes it. A damaged file names no living process.
  const { started, boot, ...client } = (parseObject(readOwn(path)) ?? {}) as Partial<Remembered>;
  const isSame = started !== undefined && readProcess(client.pid ?? 0)?.started === started;
  return isSame && boot === bootId() ? (client as SessionClient) : undefined;
}

interface Remembered extends SessionClient {
  readonly started: string;
  readonly boot: string;
}
