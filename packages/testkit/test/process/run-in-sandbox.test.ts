// @module-tag deep
import { expect, onTestFinished, test } from 'vitest';
import { createSandbox, runClaude, runInSandbox, say } from '../../src/index.ts';
import { clientVersion } from '../../src/client/client-path.ts';
import { setStage } from '../stage.ts';

test('separates output, errors and exit code, and passes input on', async () => {
  const sandbox = await createSandbox();
  onTestFinished(sandbox.remove);
  const source = `process.stdin.pipe(process.stdout); process.stdin.on('end', () => { console.error('bad'); process.exitCode = 3 })`;

  const result = await runInSandbox({ sandbox, command: ['node', '-e', source], input: 'in and out' });

  expect(result).toEqual({
    exitCode: 3,
    signal: null,
    timedOut: false,
    stdout: 'in and out',
    stderr: 'bad\n',
  });
});

test('reports the signal that ended a command', async () => {
  const sandbox = await createSandbox();
  onTestFinished(sandbox.remove);

  const result = await runInSandbox({
    sandbox,
    command: ['node', '-e', `process.kill(process.pid, 'SIGKILL')`],
  });

  expect(result).toMatchObject({ exitCode: null, signal: 'SIGKILL' });
});

test('a command that takes too long is ended with its children', async () => {
  const sandbox = await createSandbox();
  onTestFinished(sandbox.remove);

  const run = runInSandbox({ sandbox, command: ['sh', '-c', 'echo started; sleep 600'], timeoutMs: 700 });

  await expect(run).rejects.toMatchObject({ code: 'TIMEOUT', message: expect.stringContaining('started') });
});

test('a command can start clients of its own', async () => {
  const { sandbox, model } = await setStage([say('from within')]);

  const { stdout } = await runInSandbox({ sandbox, model, command: ['sh', '-c', 'claude -p hello'] });

  expect(stdout).toBe('from within\n');
});

test('the client is the pinned one', async () => {
  const { sandbox, model } = await setStage([say('hi')]);
  const run = await runClaude({ sandbox, model, prompt: 'hi' });
  expect(run.messages.find(({ subtype }) => subtype === 'init')).toMatchObject({
    claude_code_version: clientVersion(),
  });
});
