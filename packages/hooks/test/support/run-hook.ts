import { spawn } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from '@loopwright/core';
import { openRun, startRun } from '@loopwright/store';
import { onTestFinished } from 'vitest';

/** The folder of the bundle. */
export const BUNDLE = join(import.meta.dirname, '../../dist/bundle');

/** How a hook process ended. */
export interface HookResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | null;
}

/** How a hook is run otherwise than usual. */
export interface HookOptions {
  readonly pipe?: 'closed' | 'left open';
  /** Another copy of the bundle. */
  readonly bundle?: string;
}

/** A project folder that goes away with the test. */
export function createProjectFolder(name = 'project'): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `loopwright ${name} `)));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs the built hook as the client does, with only the given environment. */
export function runHook(
  args: readonly string[],
  stdin: string | Buffer,
  env: Readonly<Record<string, string>> = {},
  { pipe = 'closed', bundle = BUNDLE }: HookOptions = {},
): Promise<HookResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(bundle, 'hook.cjs'), ...args], {
      env: { XDG_STATE_HOME: process.env['XDG_STATE_HOME'] ?? '', ...env },
      stdio: 'pipe',
    });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    child.on('error', reject);
    child.on('exit', () => child.stdin.destroy());
    child.on('close', (code) => resolve({ stdout, stderr, code }));
    // A hook that leaves early closes the pipe; that is its right.
    child.stdin.on('error', () => undefined);
    child.stdin.write(stdin);
    if (pipe === 'closed') child.stdin.end();
  });
}

/** Starts a run in a project as `loop start` would, and closes it. */
export function startIn(
  root: string,
  sessionId: string,
  over: Partial<Extract<Command, { type: 'start' }>> = {},
): void {
  const started = startRun(
    { root, sessionId },
    {
      type: 'start',
      at: Date.now(),
      runId: 'run-1',
      session: sessionId,
      frameId: 'frame-1',
      spec: 'make the tests pass',
      shape: 'tool',
      ...over,
    },
  );
  if (started.status !== 'started') throw new Error(started.status);
  started.opened.close();
}

/** The run of a session as it is on disk now. */
export function runOn(root: string, sessionId: string): ReturnType<typeof openRun> {
  const opened = openRun({ root, sessionId });
  if (opened.status === 'open') onTestFinished(() => opened.close());
  return opened;
}
