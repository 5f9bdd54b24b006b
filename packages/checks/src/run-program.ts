import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import type { Writable } from 'node:stream';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { errorCode } from './error-code.ts';
import { createTail, type OutputTail } from './output-tail.ts';
import { endProcesses, type Mark } from './processes/end-processes.ts';
import { createLineSplitter } from './split-lines.ts';
import type { Env } from './env.ts';

/** One run of a program. */
export interface ProgramCall {
  /** A line for the shell, or a program and its arguments. */
  readonly command: string | readonly string[];
  readonly cwd: string;
  readonly env: Env;
  /** Its standard input, or who writes it; without it the program has none. */
  readonly input?: string | ((input: Writable) => void) | undefined;
  /** Every process that it starts inherits this variable, so that those which leave the group are found on Linux. */
  readonly mark?: Mark | undefined;
  /** Left out: as long as it takes. */
  readonly timeoutMs?: number | undefined;
  /** Ends the program when it is aborted. */
  readonly signal?: AbortSignal | undefined;
  /** Kills the program when it is aborted, without its last words. */
  readonly atOnce?: AbortSignal | undefined;
  /**
   * Asks the program alone to end, before its group is ended: in its own words if `say` can, else by the signal. Left
   * out: all get SIGTERM at once.
   */
  readonly askToEnd?:
    | {
        readonly say?: (() => boolean) | undefined;
        readonly signal: NodeJS.Signals;
        readonly graceMs: number;
      }
    | undefined;
  /** `kept`: what it leaves in the background runs on, such as the maintenance of git. Left out: all of it ends. */
  readonly background?: 'kept' | undefined;
  /** Takes the process group, which has the id of the program. */
  readonly onStart?: ((group: number) => void) | undefined;
  /** Takes the chunks of its standard output, in place of `ProgramEnd`. */
  readonly onStdout?: ((chunk: Buffer) => void) | undefined;
  readonly onStderr?: ((chunk: Buffer) => void) | undefined;
  /** Takes the lines of its standard output, in place of `ProgramEnd`. */
  readonly onLine?: ((line: string) => void) | undefined;
  /** Takes what a program of Node sends by `process.send`. */
  readonly onMessage?: ((message: unknown) => void) | undefined;
}

/** How a program ended. */
export interface ProgramEnd {
  /** Null for a program that a signal ended, or that could not be started. */
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  /** We ended it because its time was up. */
  readonly isTimedOut: boolean;
  /** We ended it because it printed a line that is too long for `onLine`. */
  readonly hasFlooded: boolean;
  /** The code of the system's error if it could not be started. */
  readonly failure?: string | undefined;
  /** Its standard output, unless a callback takes it. */
  readonly stdout: string;
  /** The end of both outputs, apart from what a callback takes. */
  readonly output: string;
}

/** The longest time that a timer of Node takes: 24 days. */
const FOREVER_MS = 2 ** 31 - 1;
/** How long to wait for more output after the last process has ended. */
const DRAIN_MS = 500;
/** A process that outlived the program and never stops writing is heard for ten seconds. */
const MAX_DRAINS = 20;
/** The length of the kept end of the outputs, in bytes. */
const MAX_OUTPUT = 64 * 1024;
/** The API takes requests of 32 MB at most, so no message of a client needs a longer line, even escaped. */
const MAX_LINE = 64 * 1024 * 1024;

/**
 * Runs a program without a terminal, in a process group of its own. Resolves when it has ended with all that it started.
 * Never rejects: `failure` has the reason.
 */
export async function runProgram(call: ProgramCall): Promise<ProgramEnd> {
  const unstarted = { exitCode: null, signal: null, isTimedOut: false, hasFlooded: false, stdout: '' };
  let child: ChildProcess;
  try {
    child = start(call);
  } catch (error) {
    return { ...unstarted, failure: errorCode(error), output: String(error) };
  }
  const failed = new Promise<Error>((resolve) => child.once('error', resolve));
  if (child.pid === undefined) {
    const error = await failed;
    return { ...unstarted, failure: errorCode(error), output: error.message };
  }
  call.onStart?.(child.pid);
  if (call.onMessage) child.on('message', call.onMessage);
  const flood = new AbortController();
  const outputs = readOutputs(child, call, () => flood.abort());
  const closed = new Promise<'closed'>((resolve) => child.once('close', () => resolve('closed')));
  const exited = new Promise<Pick<ProgramEnd, 'exitCode' | 'signal'>>((resolve) => {
    child.once('exit', (exitCode, signal) => resolve({ exitCode, signal }));
  });
  const stdin = child.stdin?.on('error', () => undefined);
  if (stdin && typeof call.input === 'function') call.input(stdin);
  else stdin?.end(call.input);

  const processes = { group: child.pid, mark: call.mark };
  const atOnce = call.atOnce ?? new AbortController().signal;
  const ending = AbortSignal.any([...(call.signal ? [call.signal] : []), atOnce, flood.signal]);
  const inTime = await within(exited, call.timeoutMs ?? FOREVER_MS, ending);
  const isTimedOut = !inTime && !ending.aborted;
  if (!inTime && call.askToEnd) {
    if (call.askToEnd.say?.() !== true) child.kill(call.askToEnd.signal);
    await within(exited, call.askToEnd.graceMs, atOnce);
  }
  if (!inTime || call.background !== 'kept') await endProcesses(processes, atOnce);
  // A killed process that doesn't end hangs in the kernel. Don't wait for it.
  const end = inTime ?? (await Promise.race([exited, wait(DRAIN_MS)]));
  await drain(closed, outputs);
  child.stdout?.destroy();
  child.stderr?.destroy();
  return {
    exitCode: end?.exitCode ?? null,
    signal: end ? end.signal : 'SIGKILL',
    isTimedOut,
    hasFlooded: flood.signal.aborted,
    stdout: Buffer.concat(outputs.stdout).toString(),
    output: Buffer.from(outputs.tail.bytes()).toString(),
  };
}

function start({ command, cwd, env, mark, input, onMessage }: ProgramCall): ChildProcess {
  const options: SpawnOptions = {
    cwd,
    env: { ...env, ...(mark && { [mark.variable]: mark.value }) },
    // In a session of its own it has no terminal to ask, Ctrl-C doesn't reach it, and one signal reaches the group.
    detached: process.platform !== 'win32',
    windowsHide: true,
    stdio: [
      input === undefined ? 'ignore' : 'pipe',
      'pipe',
      'pipe',
      ...(onMessage ? (['ipc'] as const) : []),
    ],
  };
  if (typeof command !== 'string') return spawn(command[0] ?? '', command.slice(1), options);
  return process.platform === 'win32'
    ? spawn(command, { ...options, shell: true })
    : spawn('/bin/sh', ['-c', command], options);
}

/** What a program has written so far. */
interface Outputs {
  readonly stdout: readonly Buffer[];
  readonly tail: OutputTail;
  chunks: number;
}

function readOutputs(
  child: ChildProcess,
  { onStdout, onStderr, onLine }: ProgramCall,
  onFlood: () => void,
): Outputs {
  const stdout: Buffer[] = [];
  const outputs: Outputs = { stdout, tail: createTail(MAX_OUTPUT), chunks: 0 };
  const store = (chunk: Buffer): void => {
    stdout.push(chunk);
    outputs.tail.add(chunk);
  };
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', () => (outputs.chunks += 1));
  child.stderr?.on('data', onStderr ?? outputs.tail.add);
  if (onLine) {
    const lines = createLineSplitter(MAX_LINE, onLine, onFlood);
    child.stdout?.setEncoding('utf8').on('data', lines.write).on('end', lines.end);
  } else child.stdout?.on('data', onStdout ?? store);
  return outputs;
}

/** Resolves with the value, or with undefined when the time is up or the signal aborts first. */
async function within<T>(coming: Promise<T>, timeMs: number, signal: AbortSignal): Promise<T | undefined> {
  const early = new AbortController();
  const waiting = wait(timeMs, undefined, { signal: AbortSignal.any([signal, early.signal]) });
  try {
    return await Promise.race([coming, waiting.catch(() => undefined)]);
  } finally {
    early.abort();
  }
}

/** Waits for the end of the outputs, or until what outlived the program and holds them open has been silent. */
async function drain(closed: Promise<'closed'>, outputs: Outputs): Promise<void> {
  for (let before = -1, tries = 0; before !== outputs.chunks && tries < MAX_DRAINS; tries += 1) {
    before = outputs.chunks;
    if ((await Promise.race([closed, wait(DRAIN_MS, undefined, { ref: false })])) === 'closed') return;
    // On a busy machine the time may be up before the next chunk was even looked for.
    await nextTurn();
  }
}
