import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { Check } from '@loopwright/core';
import type { CheckEnd } from './check-result.ts';
import { endProcesses } from '../processes/end-processes.ts';
import { within } from '../processes/within.ts';
import { errorCode } from '../program/error-code.ts';

/** The variable by which everything that a check started is told from all else. */
export const CHECK_MARK = 'LOOP_CHECK';

/** What a check runs with. */
export interface CheckCall {
  readonly command: Check['command'];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs: number;
  /** Tells the processes of this check from all others. */
  readonly mark: string;
  /** Ends the check when it is aborted. */
  readonly signal: AbortSignal;
  readonly onStart: (group: number) => void;
  readonly onOutput: (chunk: Uint8Array) => void;
}

/** How long output may still come after the last process of a check has ended. */
const DRAIN_MS = 500;

/**
 * Runs a check without a terminal and without input, in a process group of its own, and resolves when it and all that
 * it started have ended. Never rejects: what goes wrong is how it ended.
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

/** A killed process that doesn't go away hangs in the kernel; then it is enough to have killed it. */
async function endOf(exited: Promise<CheckEnd>): Promise<CheckEnd> {
  const given = await Promise.race([exited, wait(DRAIN_MS)]);
  return given ?? { exitCode: null, signal: 'SIGKILL', isTimedOut: false };
}

function start({ command, cwd, env, mark }: CheckCall): ChildProcess {
  const options = {
    cwd,
    env: { ...env, [CHECK_MARK]: mark },
    // A session of its own: no terminal can be asked for anything, and one signal reaches everything in it.
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
