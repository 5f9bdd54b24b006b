import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { endProcesses, type GroupWatch, within } from '@loopwright/checks';
import type { Env } from '../ports.ts';
import type { ClientReader, ToolBatch } from './client-reader.ts';
import type { ClientEnd } from './judge-end.ts';
import { createLineSplitter } from './split-lines.ts';

/** The environment variable that marks every process of one iteration. */
export const ITERATION_MARK = 'LOOP_ITERATION';

/** One client: how to start it, and where its output goes. */
export interface ClientRun {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Env;
  readonly prompt: string;
  readonly sessionId: string;
  readonly timeoutMs: number;
  /** Ends the client when it is aborted. */
  readonly signal: AbortSignal;
  readonly reader: ClientReader;
  readonly watch: GroupWatch;
  readonly onTools: (batch: ToolBatch) => void;
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
export async function runClient(run: ClientRun): Promise<ClientEnd> {
  const { reader, signal, sessionId } = run;
  const ended = {
    exitCode: null,
    signal: null,
    isTimedOut: false,
    hasFlooded: false,
    result: undefined,
    retryAt: undefined,
  };
  let child: ChildProcess;
  try {
    child = start(run);
  } catch (error) {
    return { ...ended, failure: errorCode(error), stderr: '' };
  }
  const failed = new Promise<string>((resolve) => child.once('error', (error) => resolve(errorCode(error))));
  if (child.pid === undefined) return { ...ended, failure: await failed, stderr: '' };
  const processes = { group: child.pid, variable: ITERATION_MARK, mark: sessionId };
  run.watch.tell([child.pid]);

  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    stderr = (stderr + chunk).slice(-MAX_STDERR);
  });
  const flood = new AbortController();
  const lines = createLineSplitter(
    MAX_LINE,
    (line) => {
      const batch = reader.take(line);
      if (batch) run.onTools(batch);
    },
    () => flood.abort(),
  );
  child.stdout?.setEncoding('utf8').on('data', lines.write).on('end', lines.end);
  const closed = once(child, 'close');
  const exited = new Promise<Pick<ClientEnd, 'exitCode' | 'signal'>>((resolve) => {
    child.once('exit', (exitCode, by) => resolve({ exitCode, signal: by }));
  });
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(run.prompt);

  const inTime = await within(exited, run.timeoutMs, AbortSignal.any([signal, flood.signal]));
  if (!inTime) {
    child.kill('SIGINT');
    await Promise.race([exited, wait(INTERRUPT_MS, undefined, { ref: false })]);
  }
  await endProcesses(processes);
  run.watch.tell([]);
  const end = inTime ?? (await Promise.race([exited, wait(DRAIN_MS)]));
  await Promise.race([closed, wait(DRAIN_MS, undefined, { ref: false })]);
  child.stdout?.destroy();
  child.stderr?.destroy();
  const lastBatch = reader.rest();
  if (lastBatch) run.onTools(lastBatch);
  return {
    exitCode: end?.exitCode ?? null,
    signal: end?.signal ?? null,
    isTimedOut: inTime === undefined && !signal.aborted && !flood.signal.aborted,
    hasFlooded: flood.signal.aborted,
    result: reader.result,
    retryAt: reader.retryAt,
    stderr,
  };
}

function start({ program, args, cwd, env }: ClientRun): ChildProcess {
  return spawn(program, [...args], {
    cwd,
    env: { ...env },
    // Ctrl-C in a terminal then reaches the driver alone, and the driver decides when the client ends.
    detached: process.platform !== 'win32',
    windowsHide: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

function errorCode(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unknown';
}
