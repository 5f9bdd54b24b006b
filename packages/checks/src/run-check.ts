import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { Check } from './check.ts';
import type { CheckEnd } from './check-result.ts';
import { errorCode } from './error-code.ts';
import { endProcesses } from './processes/end-processes.ts';
import { within } from './processes/within.ts';

/** Every process that a check starts inherits this variable, so we can find them all. */
export const CHECK_MARK = 'LOOP_CHECK';

/** One run of a check. */
export interface CheckCall {
  readonly command: Check['command'];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs: number;
  /** Unique value of the `CHECK_MARK` variable for this run. */
  readonly mark: string;
  /** Aborting it ends the check. */
  readonly signal: AbortSignal;
  readonly onStart: (group: number) => void;
  readonly onOutput: (chunk: Uint8Array) => void;
}

/** How long to wait for output after the last process of a check has ended. */
const DRAIN_MS = 500;

/**
 * Runs a check without a terminal and without input, in a process group of its own, and resolves when it and all that
 * it started have ended. Never rejects: `failure` has the reason.
 */
export async function runCheck(call: CheckCall): Promise<CheckEnd> {
  let child: ChildProcess;
  try {
    child = start(call);
  } catch (error) {
    return { exitCode: null, signal: null, isTimedOut: false, failure: errorCode(error) };
  }
  const failed = new Promise<string>((resolve) => child.once('error', (error) => resolve(errorCode(error))));
  if (child.pid === undefined) {
    return { exitCode: null, signal: null, isTimedOut: false, failure: await failed };
  }
  const processes = { group: child.pid, variable: CHECK_MARK, mark: call.mark };
  call.onStart(child.pid);
  child.stdout?.on('data', call.onOutput);
  child.stderr?.on('data', call.onOutput);
  const closed = once(child, 'close');
  const exited = new Promise<CheckEnd>((resolve) => {
    child.once('exit', (exitCode, signal) => resolve({ exitCode, signal, isTimedOut: false }));
  });

  const inTime = await within(exited, call.timeoutMs, call.signal);
  await endProcesses(processes);
  const end = inTime ?? { ...(await endOf(exited)), isTimedOut: !call.signal.aborted };
  await Promise.race([closed, wait(DRAIN_MS, undefined, { ref: false })]);
  child.stdout?.destroy();
  child.stderr?.destroy();
  return end;
}

/** A killed process that doesn't end hangs in the kernel. Don't wait for it. */
async function endOf(exited: Promise<CheckEnd>): Promise<CheckEnd> {
  const given = await Promise.race([exited, wait(DRAIN_MS)]);
  return given ?? { exitCode: null, signal: 'SIGKILL', isTimedOut: false };
}

function start({ command, cwd, env, mark }: CheckCall): ChildProcess {
  const options = {
    cwd,
    env: { ...env, [CHECK_MARK]: mark },
    // In a session of its own a check has no terminal to ask, and one signal reaches the whole group.
    detached: process.platform !== 'win32',
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  } as const satisfies import('node:child_process').SpawnOptions;
  if (typeof command !== 'string') {
    const [program = '', ...args] = command;
    return spawn(program, args, { ...options, stdio: [...options.stdio] });
  }
  return process.platform === 'win32'
    ? spawn(command, { ...options, stdio: [...options.stdio], shell: true })
    : spawn('/bin/sh', ['-c', command], { ...options, stdio: [...options.stdio] });
}
