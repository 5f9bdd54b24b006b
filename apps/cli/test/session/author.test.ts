import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bootId, readProcess } from '@loopwright/checks';
import { sha256 } from '@loopwright/store';
import { describe, expect, onTestFinished, test } from 'vitest';
import { authorOf } from '../../src/session/author.ts';

const SESSION = 'session-of-the-author';

/** Starts a process with these variables, with a child that has none, and returns the child's id. */
async function childOf(env: Readonly<Record<string, string>>): Promise<number> {
  const script = 'env -i /bin/sleep 60 & echo $!; wait';
  const parent = spawn('/bin/sh', ['-c', script], {
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void process.kill(-(parent.pid ?? 0), 'SIGKILL'));
  const [line] = (await once(parent.stdout, 'data')) as [Buffer];
  return Number(line.toString());
}

test.each([
  'CLAUDECODE',
  'CLAUDE_CODE_SESSION_ID',
  'CLAUDE_CODE_CHILD_SESSION',
  'CODEX_CI',
  'LOOP_ITERATION',
])('a command with %s in its environment is of the agent', (name) => {
  expect(authorOf({ [name]: '1' }, {})).toBe('claude');
  expect(authorOf({ [name]: '' }, {})).toBe('user');
});

test('a command without them is of the user', () => {
  expect(authorOf({}, {})).toBe('user');
  expect(authorOf({}, { sessionId: SESSION })).toBe('user');
});

describe.runIf(process.platform === 'linux')('a command below a shell of Claude', () => {
  test('is of Claude, although it dropped the variables', async () => {
    const child = await childOf({ CLAUDE_CODE_SESSION_ID: SESSION });
    expect(authorOf({}, { sessionId: SESSION }, child)).toBe('claude');
  });

  test.each(['CODEX_SESSION_ID', 'GEMINI_CLI', 'COPILOT_CLI', 'OPENCODE', 'LOOP_ITERATION'])(
    'is of the agent, although it dropped %s',
    async (name) => {
      expect(authorOf({}, {}, await childOf({ [name]: '1' }))).toBe('claude');
    },
  );

  test('is of the user for a run of another session', async () => {
    const child = await childOf({ CLAUDE_CODE_SESSION_ID: `${SESSION}-2` });
    expect(authorOf({}, { sessionId: SESSION }, child)).toBe('user');
  });

  test('is of Claude for another session of the project in which its client works', async () => {
    const client = String(process.pid);
    const child = await childOf({ CLAUDE_CODE_SESSION_ID: `${SESSION}-2`, CLAUDE_PID: client });
    expect(authorOf({}, { root: process.cwd(), sessionId: SESSION }, child)).toBe('claude');
    expect(authorOf({}, { root: '/elsewhere', sessionId: SESSION }, child)).toBe('user');
  });
});

/** Starts a process in a session of its own, with or without a terminal, and returns its id. */
async function cutOff(folder: string, hasTerminal: boolean): Promise<number> {
  const file = join(folder, `pid-${process.hrtime.bigint()}`);
  const script = `echo $$ > '${file}.part'; mv '${file}.part' '${file}'; exec sleep 60`;
  const command = hasTerminal ? ['script', '-qec', script, '/dev/null'] : ['sh', '-c', script];
  spawn('setsid', ['--fork', 'env', '-i', `PATH=${process.env['PATH']}`, ...command], { stdio: 'ignore' });
  await expect.poll(() => existsSync(file), { timeout: 10_000 }).toBe(true);
  const pid = Number(readFileSync(file, 'utf8'));
  onTestFinished(() => void process.kill(pid, 'SIGKILL'));
  return pid;
}

describe.runIf(process.platform === 'linux')('while a client of the project lives', () => {
  /** A project in which the hooks of a session remembered their client. */
  function projectWithClient(client: number): {
    root: string;
    env: { HOME: string; XDG_STATE_HOME: string };
  } {
    const home = realpathSync(mkdtempSync(join(tmpdir(), 'loop-author-')));
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    const [root, state] = [join(home, 'project'), join(home, 'state')];
    const name = (text: string): string => sha256(text).slice(0, 32);
    const folder = join(state, 'loopwright/sessions', name(root));
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { started } = readProcess(client) ?? {};
    const remembered = { pid: client, isNamed: true, started, boot: bootId() };
    writeFileSync(join(folder, name(SESSION)), JSON.stringify(remembered), { mode: 0o600 });
    return { root, env: { HOME: home, XDG_STATE_HOME: state } };
  }

  test('what Claude cut off from it is of Claude, and a terminal beside it is of the user', async () => {
    const { root, env } = projectWithClient(process.pid);
    const place = { root, sessionId: SESSION };
    expect(authorOf(env, place, await cutOff(env.HOME, false))).toBe('claude');
    expect(authorOf(env, place, await cutOff(env.HOME, true))).toBe('user');
    expect(authorOf(env, { ...place, root: join(root, 'other') }, await cutOff(env.HOME, false))).toBe(
      'user',
    );
  });

  test('a process below it is of Claude, whatever its variables are', async () => {
    const { root, env } = projectWithClient(process.pid);
    expect(authorOf(env, { root, sessionId: SESSION }, await childOf({}))).toBe('claude');
  });

  test('once it is gone, a script and CI are of the user again', async () => {
    const { root, env } = projectWithClient(2 ** 30);
    expect(authorOf(env, { root, sessionId: SESSION }, await cutOff(env.HOME, false))).toBe('user');
  });
});
