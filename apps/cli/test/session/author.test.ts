import { spawn } from 'node:child_process';
import { once } from 'node:events';
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

test.each(['CLAUDECODE', 'CLAUDE_CODE_SESSION_ID', 'CLAUDE_CODE_CHILD_SESSION'])(
  'a command with %s in its environment is of Claude',
  (name) => {
    expect(authorOf({ [name]: '1' }, {})).toBe('claude');
    expect(authorOf({ [name]: '' }, {})).toBe('user');
  },
);

test('a command without them is of the user', () => {
  expect(authorOf({}, {})).toBe('user');
  expect(authorOf({}, { sessionId: SESSION })).toBe('user');
});

describe.runIf(process.platform === 'linux')('a command below a shell of Claude', () => {
  test('is of Claude, although it dropped the variables', async () => {
    const child = await childOf({ CLAUDE_CODE_SESSION_ID: SESSION });
    expect(authorOf({}, { sessionId: SESSION }, child)).toBe('claude');
  });

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
