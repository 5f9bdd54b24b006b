import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { ancestorsOf, variablesOf } from '@loopwright/checks';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * True if this hook was surely not called by the client but from a shell of Claude, which could choose its environment.
 * Observed of the client: it is the parent of the hook, or of the program that starts Node; it gives a pipe or a socket
 * as standard input, and only hooks get `CLAUDE_PLUGIN_ROOT`. Only Linux can tell.
 */
export function isHandMade(sessionId: string, env: Env): boolean {
  const ancestors = [...ancestorsOf(process.ppid)];
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
