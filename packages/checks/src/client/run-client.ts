import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { errorCode } from '../error-code.ts';
import { endProcesses } from '../processes/end-processes.ts';
import type { GroupWatch } from '../processes/watch-group.ts';
import { within } from '../processes/within.ts';
import { createLineSplitter } from './split-lines.ts';

/** One client: how to start it, and where its output goes. */
export interface ClientRun {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly prompt: string;
  /** The environment variable that every process of the client inherits, and its value for this client. */
  readonly mark: { readonly variable: string; readonly value: string };
  readonly timeoutMs: number;
  /** Ends the client when it is aborted; it may still end its turn and report its cost. */
  readonly signal: AbortSignal;
  /** Kills the client when it is aborted, without its last words. */
  readonly atOnce?: AbortSignal | undefined;
  readonly watch: GroupWatch;
  /** Takes each line of its output. */
  readonly onLine: (line: string) => void;
}

/** How a client ended, as the system tells. */
export interface ClientExit {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The error code if the client could not be started. */
  readonly failure?: string | undefined;
  /** We ended the client because its time was up. */
  readonly isTimedOut: boolean;
  /** The client printed a line that is too long to be a message. */
  readonly hasFlooded: boolean;
  /** The last characters that it wrote to standard error. */
  readonly stderr: string;
}

/** How long an interrupted client may take to end its turn and report its cost. */
const INTERRUPT_MS = 5000;
/** How long the driver waits for remaining output after the client has ended. */
const DRAIN_MS = 500;
/** The length of the kept end of standard error, in characters. */
const MAX_STDERR = 4096;
/** The API takes requests of 32 MB at most, so no message of the client needs a longer line, even escaped. */
const MAX_LINE = 64 * 1024 * 1024;

/**
 * Runs a headless client in its own process group. Resolves when the client and every process that it started have
 * ended. On a timeout or an abort the client is interrupted first, so that it can still report its cost. Never rejects:
 * every failure is part of the returned end.
 */
export async function runClient(run: ClientRun): Promise<ClientExit> {
  const { signal, mark } = run;
  const ended = { exitCode: null, signal: null, isTimedOut: false, hasFlooded: false };
  let child: ChildProcess;
  try {
    child = start(run);
  } catch (error) {
    return { ...ended, failure: errorCode(error), stderr: '' };
  }
  const failed = new Promise<string>((resolve) => child.once('error', (error) => resolve(errorCode(error))));
  if (child.pid === undefined) return { ...ended, failure: await failed, stderr: '' };
  const processes = { group: child.pid, variable: mark.variable, mark: mark.value };
  run.watch.tell([child.pid]);

  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    stderr = (stderr + chunk).slice(-MAX_STDERR);
  });
  const flood = new AbortController();
  const lines = createLineSplitter(MAX_LINE, run.onLine, () => flood.abort());
  child.stdout?.setEncoding('utf8').on('data', lines.write).on('end', lines.end);
  const closed = once(child, 'close');
  const exited = new Promise<Pick<ClientExit, 'exitCode' | 'signal'>>((resolve) => {
    child.once('exit', (exitCode, by) => resolve({ exitCode, signal: by }));
  });
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(run.prompt);

  const atOnce = run.atOnce ?? new AbortController().signal;
  const inTime = await within(exited, run.timeoutMs, AbortSignal.any([signal, flood.signal, atOnce]));
  if (!inTime) {
    child.kill('SIGINT');
    await within(exited, INTERRUPT_MS, atOnce);
  }
  await endProcesses(processes, atOnce);
  run.watch.tell([]);
  const end = inTime ?? (await Promise.race([exited, wait(DRAIN_MS)]));
  await Promise.race([closed, wait(DRAIN_MS, undefined, { ref: false })]);
  child.stdout?.destroy();
  child.stderr?.destroy();
  return {
    exitCode: end?.exitCode ?? null,
    signal: end?.signal ?? null,
    isTimedOut: inTime === undefined && !signal.aborted && !flood.signal.aborted,
    hasFlooded: flood.signal.aborted,
    stderr,
  };
}

function start({ program, args, cwd, env, mark }: ClientRun): ChildProcess {
  return spawn(program, [...args], {
    cwd,
    env: { ...env, [mark.variable]: mark.value },
    // Ctrl-C in a terminal then reaches the driver alone, and the driver decides when the client ends.
    detached: process.platform !== 'win32',
    windowsHide: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}
