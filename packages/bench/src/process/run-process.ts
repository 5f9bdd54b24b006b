import { spawn, spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { join } from 'node:path';

/** A program to run like a hook: a line on standard input, a separate environment. */
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

/** How a process ended, and its time from before the start until after the exit. */
export interface Timed extends Ended {
  readonly wallMs: number;
}

/** A Node process's own usage report at exit. */
export interface Usage {
  readonly cpuMs: number;
  readonly rssMb: number;
}

const TIMEOUT_MS = 60_000;
const PROBE = join(import.meta.dirname, 'probe.cjs');

/** Runs a process without a probe and measures its time. */
export function timeProcess(invocation: Invocation): Timed {
  const start = performance.now();
  const { stdout, stderr, status } = spawnToEnd(invocation, ['pipe', 'pipe', 'pipe']);
  return { stdout, stderr, code: status, wallMs: performance.now() - start };
}

/** Runs a Node process with the probe. The probe costs a little, so this takes no time. */
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
  // A program may close the pipe without reading its input.
  if (ended.error && (ended.error as NodeJS.ErrnoException).code !== 'EPIPE') throw ended.error;
  return ended;
}

/** Runs a process in parallel with others. */
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
