import { spawn } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandInput, CommandOf, Run } from '@loopwright/core';
import { openRun, type OpenRun } from '@loopwright/store';
import { onTestFinished } from 'vitest';
import { rememberTyped } from '../../src/proof/remember-typed.ts';
import { startLoop } from './start-loop.ts';

/** The session of every test unless it says otherwise. */
export const SESSION = '7f0f8f5e-0000-4000-8000-000000000001';

const STATE = process.env['XDG_STATE_HOME'] ?? '';

/** The environment of the client, without the settings of this machine. */
export const ENV = { PATH: process.env['PATH'] ?? '', HOME: STATE, XDG_STATE_HOME: STATE };

type Env = Readonly<Record<string, string>>;

/** The fields of a stop that claims the work is done. */
export const CLAIM = { last_assistant_message: 'Done.\n\n<loop-done>COMPLETE</loop-done>' };

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
  env: Env = {},
  { pipe = 'closed', bundle = BUNDLE }: HookOptions = {},
): Promise<HookResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(bundle, 'hook.cjs'), ...args], {
      env: { XDG_STATE_HOME: STATE, ...env },
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

/** The client's input of an event; `fields` are those of the event. */
export function inputOf(root: string, event: string, fields: object = {}): string {
  return `${JSON.stringify({ session_id: SESSION, cwd: root, hook_event_name: event, ...fields })}\n`;
}

/** The client calls the built hook in a project. */
export function callHook(
  root: string,
  event: string,
  fields: object = {},
  env: Env = {},
): Promise<HookResult> {
  return runHook([event], inputOf(root, event, fields), { ...ENV, CLAUDE_PROJECT_DIR: root, ...env });
}

/** The user types a command of the loop. */
export function typeCommand(root: string, command: string, words = '', fields: object = {}, env: Env = {}) {
  const typed = { command_name: `loop:${command}`, command_args: words, ...fields };
  return callHook(root, 'UserPromptExpansion', typed, env);
}

/** What the hook remembers when the user types these words after /loop:start. */
export function rememberStart(root: string, commandArgs: string, sessionId = SESSION): void {
  rememberTyped({ root, sessionId }, ENV, { commandName: 'loop:start', commandArgs }, { at: Date.now() });
}

/** Starts a run in a project as `loop start` would, and closes it. */
export function startIn(root: string, over: Partial<CommandOf<'start'>> = {}, sessionId = SESSION): void {
  startLoop(root, sessionId, over).close();
}

/** The loop of a session, opened until the end of the test. */
export function openIn(root: string, sessionId = SESSION): OpenRun {
  const opened = openRun({ root, sessionId });
  if (opened.status !== 'open') throw new Error(opened.status);
  onTestFinished(() => opened.close());
  return opened;
}

/** The run of a session as it is on disk now. */
export function runIn(root: string, sessionId = SESSION): Run {
  return openIn(root, sessionId).run;
}

/** Puts commands on record, as the command of the loop would. */
export function submitIn(root: string, ...commands: readonly CommandInput[]): void {
  const opened = openIn(root);
  for (const command of commands) opened.submit({ ...command, at: Date.now() });
}

/** The user types a start with these words; Claude's shell makes the draft a loop with this check. */
export async function startTyped(
  root: string,
  words: string,
  command: string,
  by: 'user' | 'claude' = 'user',
) {
  await typeCommand(root, 'start', words);
  const ids = { runId: runIn(root).id, session: SESSION, frameId: 'frame-1' };
  const criteria = [{ name: 'tests', check: { command, by }, by }];
  submitIn(root, { type: 'start', ...ids, spec: words, criteria });
}

/** The text for the user in an answer. */
export function messageOf({ stdout }: HookResult): string {
  return stdout === '' ? '' : String((JSON.parse(stdout) as { systemMessage?: string }).systemMessage);
}
