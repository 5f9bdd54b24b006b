import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '..', 'programs');

if (!existsSync(join(FOLDER, '..', '..', 'dist', 'index.js'))) {
  throw new Error('These tests run the built package: run the build first.');
}

export interface Outcome {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts one of the programs beside the tests; `flags` are Node's own. */
export function start(program: string, args: readonly string[], flags: readonly string[] = []): ChildProcess {
  return spawn(process.execPath, [...flags, join(FOLDER, program), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Runs one of the programs to its end. */
export function run(
  program: string,
  args: readonly string[],
  flags: readonly string[] = [],
): Promise<Outcome> {
  return outcomeOf(start(program, args, flags));
}

export function outcomeOf(child: ChildProcess): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    let stdout = '';
    let stderr = '';
    child.stdout?.on('data', (chunk) => (stdout += String(chunk)));
    child.stderr?.on('data', (chunk) => (stderr += String(chunk)));
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
}

/** The numbers of the blocks that stop programs printed. */
export function blocksOf(outcomes: readonly Outcome[]): number[] {
  return outcomes
    .flatMap(({ stdout }) => stdout.split('\n').filter((line) => line !== ''))
    .map((line) => (JSON.parse(line) as { readonly block: number }).block)
    .sort((one, other) => one - other);
}

/** A moment shortly ahead at which programs begin together; the longer, the more of them there are. */
export function soon(count: number): string {
  return String(Date.now() + 300 + count * 60);
}
