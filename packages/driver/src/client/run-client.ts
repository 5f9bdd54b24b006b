import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { endProcesses } from '../processes/end-processes.ts';
import type { GroupWatch } from '../processes/watch-group.ts';
import { within } from '../processes/within.ts';
import type { Env } from '../program/context.ts';
import { errorCode } from '../program/error-code.ts';
import type { ClientReader } from './client-reader.ts';
import type { ClientEnd } from './judge-end.ts';
import type { ToolNews } from './client-reader.ts';

/** The variable by which everything that an iteration started is told from all else. */
export const ITERATION_MARK = 'LOOP_ITERATION';

/** How a client is to be run. */
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
  readonly onNews: (news: ToolNews) => void;
}

/** How long a client may take to end its turn and say what it cost, once it is interrupted. */
const INTERRUPT_MS = 5000;
/** How long output may still come after the client has ended. */
const DRAIN_MS = 500;
/** As much of standard error as is worth a look. */
const MAX_STDERR = 4096;

/**
 * Runs a headless client in a process group of its own and resolves when it and all that it started have ended.
 * When its time is up, or somebody interrupts us, it is interrupted first, so that it still says what it cost. Never
 * rejects: what goes wrong is how it ended.
 */
export async function runClient(run: ClientRun): Promise<ClientEnd> {
  const { reader, signal, sessionId } = run;
  const ended = { exitCode: null, signal: null, isTimedOut: false, result: undefined, retryAt: undefined };
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
  if (child.stdout) {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const news = reader.take(line);
      if (news) run.onNews(news);
    });
  }
  const closed = once(child, 'close');
  const exited = new Promise<Pick<ClientEnd, 'exitCode' | 'signal'>>((resolve) => {
    child.once('exit', (exitCode, by) => resolve({ exitCode, signal: by }));
  });
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(run.prompt);

  const inTime = await within(exited, run.timeoutMs, signal);
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
  const left = reader.rest();
  if (left) run.onNews(left);
  return {
    exitCode: end?.exitCode ?? null,
    signal: end?.signal ?? null,
    isTimedOut: inTime === undefined && !signal.aborted,
    result: reader.result,
    retryAt: reader.retryAt,
    stderr,
  };
}

function start({ program, args, cwd, env }: ClientRun): ChildProcess {
  return spawn(program, [...args], {
    cwd,
    env: { ...env },
    // Ctrl-C in a terminal reaches us alone, and we say when the client ends.
    detached: process.platform !== 'win32',
    windowsHide: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}
