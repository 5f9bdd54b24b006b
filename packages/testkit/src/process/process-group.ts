import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { text as readAll } from 'node:stream/consumers';

/** How a process ended. */
export interface Ending {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  /** True when the timeout ended it. */
  readonly timedOut: boolean;
}

/** A running process that ends together with its process group. */
export interface ProcessGroup {
  readonly pid: number;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  readonly ended: Promise<Ending>;
  /** Ends the whole group at once. Harmless when it has ended already. */
  readonly kill: (signal?: NodeJS.Signals) => void;
}

/** A process to start. */
export interface GroupStart {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

/** The result of a command. */
export interface CommandResult extends Ending {
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a process in its own group to its end. */
export async function runGroup(start: GroupStart, input = ''): Promise<CommandResult> {
  const group = startGroup(start);
  group.stdin.end(input);
  const [ending, stdout, stderr] = await Promise.all([
    group.ended,
    readAll(group.stdout),
    readAll(group.stderr),
  ]);
  return { ...ending, stdout, stderr };
}

/** Starts a process in its own group, which ends at the latest at its timeout or with this process. */
export function startGroup(start: GroupStart): ProcessGroup {
  const child = spawn(start.command, start.args, {
    cwd: start.cwd,
    env: start.env,
    detached: true,
    stdio: 'pipe',
  });
  // A process may exit before it reads its input.
  child.stdin.on('error', () => undefined);
  const kill = (signal: NodeJS.Signals = 'SIGKILL'): void => killGroup(child.pid, signal);
  return {
    pid: child.pid ?? 0,
    stdin: child.stdin,
    stdout: child.stdout,
    stderr: child.stderr,
    ended: ending(child, start.timeoutMs),
    kill,
  };
}

async function ending(child: ChildProcess, timeoutMs: number): Promise<Ending> {
  const killAtExit = (): void => killGroup(child.pid, 'SIGKILL');
  process.once('exit', killAtExit);
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    killGroup(child.pid, 'SIGKILL');
  }, timeoutMs);
  try {
    return await new Promise<Ending>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (exitCode, signal) => resolve({ exitCode, signal, timedOut }));
    });
  } finally {
    clearTimeout(timer);
    process.removeListener('exit', killAtExit);
  }
}

/** Sends a signal to a whole process group; harmless when it has ended already. */
export function killGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    // ESRCH: the whole group has ended already.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
