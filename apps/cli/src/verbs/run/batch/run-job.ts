import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Env } from '../../../program/context.ts';

/** One `loop run` for a spec, in a process of its own. */
export interface JobCall {
  readonly name: string;
  readonly script: string;
  readonly args: readonly string[];
  readonly input: string;
  readonly cwd: string;
  readonly env: Env;
  /** Called with its process id, which is also its process group. */
  onStart(pid: number): void;
  /** Called with each line for people. */
  onLine(line: string): void;
}

/** The JSON of `loop run`; undefined for a killed job. */
export type JobAnswer = Readonly<Record<string, unknown>> | undefined;

/** Runs a job until it ends. Never rejects. */
export async function runJob({
  name,
  script,
  args,
  input,
  cwd,
  env,
  onStart,
  onLine,
}: JobCall): Promise<JobAnswer> {
  const child = spawn(process.execPath, [script, ...args], {
    cwd,
    env,
    // Ctrl-C in a terminal then reaches this process alone, which passes it on once.
    detached: process.platform !== 'win32',
    windowsHide: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const failed = new Promise<void>((resolve) => child.once('error', () => resolve()));
  if (child.pid === undefined) {
    await failed;
    return undefined;
  }
  onStart(child.pid);
  const stdout: Buffer[] = [];
  let rest = '';
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(`[${name}] ${line}`);
  });
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  await once(child, 'close');
  if (rest !== '') onLine(`[${name}] ${rest}`);
  try {
    return JSON.parse(Buffer.concat(stdout).toString()) as JobAnswer;
  } catch {
    return undefined;
  }
}
