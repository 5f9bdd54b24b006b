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
    expect(authorOf({ [name]: '1' }, undefined)).toBe('claude');
    expect(authorOf({ [name]: '' }, undefined)).toBe('user');
  },
);

test('a command without them is of the user', () => {
  expect(authorOf({}, undefined)).toBe('user');
  expect(authorOf({}, SESSION)).toBe('user');
});

describe.runIf(process.platform === 'linux')('a command below a shell of Claude', () => {
  test('is of Claude, although it dropped the variables', async () => {
    const child = await childOf({ CLAUDE_CODE_SESSION_ID: SESSION });
    expect(authorOf({}, SESSION, child)).toBe('claude');
  });

  test('is of the user for a run of another session', async () => {
    const child = await childOf({ CLAUDE_CODE_SESSION_ID: `${SESSION}-2` });
    expect(authorOf({}, SESSION, child)).toBe('user');
  });
});
