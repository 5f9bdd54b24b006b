import { spawn, spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { join } from 'node:path';

/** A program to be run as a hook is: a line on standard input, an environment of its own. */
export interface Invocation {
  readonly command: string;
  readonly args: readonly string[];
  readonly stdin: string;
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** How a process ended. */
export interface Ended {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | null;
}

/** How a process ended and how long that took, from before it was started until it was gone. */
export interface Timed extends Ended {
  readonly wallMs: number;
}

/** What a Node process says of itself when it ends. */
export interface Usage {
  readonly cpuMs: number;
  readonly rssMb: number;
}

const TIMEOUT_MS = 60_000;
const PROBE = join(import.meta.dirname, 'probe.cjs');

/** Runs a process with nothing of ours in it, and takes the time. */
export function timeProcess(invocation: Invocation): Timed {
  const start = performance.now();
  const { stdout, stderr, status } = spawnToEnd(invocation, ['pipe', 'pipe', 'pipe']);
  return { stdout, stderr, code: status, wallMs: performance.now() - start };
}

/** Runs a Node process that tells what it used; the telling costs a little, so no time is taken. */
export function probeProcess(invocation: Invocation): Ended & Usage {
  const args = ['--require', PROBE, ...invocation.args];
  const { stdout, stderr, status, output } = spawnToEnd({ ...invocation, args }, [
    'pipe',
    'pipe',
    'pipe',
    'pipe',
  ]);
  return { stdout, stderr, code: status, ...(JSON.parse(output[3] ?? '') as Usage) };
}

function spawnToEnd(
  { command, args, stdin, env, cwd }: Invocation,
  stdio: readonly 'pipe'[],
): SpawnSyncReturns<string> {
  const ended = spawnSync(command, args, {
    input: stdin,
    env,
    cwd,
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
    stdio: [...stdio],
    maxBuffer: 2 ** 26,
  });
  // A program that doesn't read its input closes the pipe, as is its right.
  if (ended.error && (ended.error as NodeJS.ErrnoException).code !== 'EPIPE') throw ended.error;
  return ended;
}

/** Runs a process beside others. */
export function runProcess({ command, args, stdin, env, cwd }: Invocation): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env, stdio: 'pipe', timeout: TIMEOUT_MS, ...(cwd && { cwd }) });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => resolve({ stdout, stderr, code }));
    child.stdin.on('error', () => undefined);
    child.stdin.end(stdin);
  });
}
