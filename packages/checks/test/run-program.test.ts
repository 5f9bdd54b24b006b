import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { endProcesses } from '../src/processes/end-processes.ts';
import { readProcess } from '../src/processes/read-process.ts';
import { type ProgramCall, type ProgramEnd, runProgram } from '../src/run-program.ts';
import { tempFolder } from './support/temp-folder.ts';

/** Runs a script of Node in a folder. */
async function run(script: string, call: Partial<ProgramCall> = {}): Promise<ProgramEnd> {
  const command = [process.execPath, '-e', script];
  return runProgram({ command, cwd: tempFolder(), env: process.env, ...call });
}

test('takes a program or a line for the shell, its input, and gives both outputs', async () => {
  const script = `process.stdin.on('data', (text) => { console.log(String(text)); console.error('no'); process.exitCode = 3; })`;
  expect(await run(script, { input: 'yes' })).toMatchObject({
    exitCode: 3,
    signal: null,
    isTimedOut: false,
    stdout: 'yes\n',
    output: expect.stringMatching(/^(?:yes\nno\n|no\nyes\n)$/),
  });
  expect((await run('', { command: 'echo "$0"' })).stdout).toBe('/bin/sh\n');
});

test('a program that can not be started is an answer', async () => {
  expect(await run('', { command: ['nowhere-at-all'] })).toMatchObject({ exitCode: null, failure: 'ENOENT' });
  expect(await run('', { command: ['no\0name'] })).toMatchObject({ failure: 'ERR_INVALID_ARG_VALUE' });
});

test('gives a large output in full, also after the end of the program', async () => {
  const { stdout } = await run(`process.stdout.write('x'.repeat(8_000_000) + '!')`);
  expect([stdout.length, stdout.at(-1)]).toEqual([8_000_001, '!']);
});

test('takes lines, and ends a program that floods', async () => {
  const lines: string[] = [];
  const onLine = (line: string): void => void lines.push(line);
  expect(await run(`console.log('one\\nö')`, { onLine })).toMatchObject({ stdout: '', hasFlooded: false });
  expect(lines).toEqual(['one', 'ö']);
  const flood = `const go = () => process.stdout.write('x'.repeat(1 << 20), go); go()`;
  expect(await run(flood, { onLine })).toMatchObject({ hasFlooded: true, isTimedOut: false });
});

describe.runIf(process.platform === 'linux')('what a program started', () => {
  const mark = { variable: 'TEST_MARK', value: 'mark-1' };
  const isAlive = (id: number): boolean => readProcess(id) !== undefined;
  /** Starts a process in a session of its own that outlives the program, and prints its id. */
  const leave = `const child = require('node:child_process').spawn('sleep', ['300'], { detached: true, stdio: 'ignore' }); child.unref(); console.log(child.pid);`;

  test('ends with it, by its mark also what left the group', async () => {
    const { exitCode, stdout } = await run(leave, { mark });
    expect([exitCode, isAlive(Number(stdout))]).toEqual([0, false]);
  });

  test('is kept where the caller says so, and ends by its mark alone', async () => {
    const { stdout } = await run(leave, { mark, background: 'kept' });
    expect(isAlive(Number(stdout))).toBe(true);
    await endProcesses({ mark });
    expect(isAlive(Number(stdout))).toBe(false);
  });

  test('ends at the deadline, also in the background', async () => {
    const cwd = tempFolder();
    const ended = await runProgram({
      command: 'sleep 300 & echo $! > child; sleep 300',
      cwd,
      env: process.env,
      // Long enough for a busy machine to write the file, and no assertion depends on it.
      timeoutMs: 2000,
      background: 'kept',
    });
    expect(ended).toMatchObject({ isTimedOut: true, exitCode: null });
    const started = join(cwd, 'child');
    if (existsSync(started)) expect(isAlive(Number(readFileSync(started, 'utf8')))).toBe(false);
  });
});

describe.runIf(process.platform !== 'win32')('an abort', () => {
  const stubborn = `process.on('SIGINT', () => { console.log('asked'); process.exit(5); }); console.log('ready'); setInterval(() => undefined, 1000);`;

  test('asks the program first, and hears its last words', async () => {
    const abort = new AbortController();
    const said: string[] = [];
    const ended = await run(stubborn, {
      signal: abort.signal,
      askToEnd: { signal: 'SIGINT', graceMs: 60_000 },
      onStdout: (chunk) => {
        said.push(String(chunk).trim());
        abort.abort();
      },
    });
    expect(ended).toMatchObject({ exitCode: 5, isTimedOut: false });
    expect(said).toEqual(['ready', 'asked']);
  });

  test('kills at once where the caller can not wait', async () => {
    const abort = new AbortController();
    const ended = await run(`process.on('SIGTERM', () => undefined); ${stubborn}`, {
      atOnce: abort.signal,
      onStdout: () => abort.abort(),
      askToEnd: { signal: 'SIGTERM', graceMs: 60_000 },
    });
    expect(ended).toMatchObject({ signal: 'SIGKILL', isTimedOut: false });
  });
});

test('hands on what a program of Node sends, also from behind another program', async () => {
  const messages: unknown[] = [];
  const program = "process.send('begun'); console.log(process.env.NODE_CHANNEL_FD);";
  const { stdout } = await run('', {
    command: ['/usr/bin/env', process.execPath, '-e', program],
    onMessage: (message) => messages.push(message),
  });
  expect({ messages, stdout }).toEqual({ messages: ['begun'], stdout: 'undefined\n' });
});
