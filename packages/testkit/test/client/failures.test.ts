import { expect, onTestFinished, test } from 'vitest';
import {
  apiError,
  createRecorder,
  cutOff,
  openClaude,
  rateLimit,
  type Reply,
  runClaude,
  say,
} from '../../src/index.ts';
import { setStage } from '../stage.ts';

const failures: readonly (readonly [string, Reply, { readonly error: string; readonly result: string }])[] = [
  ['an overloaded API', apiError(529), { error: 'server_error', result: '529' }],
  ['a rate limit', rateLimit({ retryAfterSeconds: 60 }), { error: 'rate_limit', result: '429' }],
  ['a refused key', apiError(401), { error: 'authentication_failed', result: '401' }],
  ['a connection that dies', cutOff(), { error: 'server_error', result: 'Connection dropped' }],
];

test.each(failures)(
  '%s ends the turn with StopFailure and the session goes on after it',
  async (_, failure, expected) => {
    const { sandbox, model } = await setStage([failure, say('back again')]);
    const recorder = await createRecorder(sandbox);
    const session = openClaude({ sandbox, model, plugins: [recorder.plugin] });
    onTestFinished(async () => {
      await session.kill();
    });

    const failed = await session.prompt('go');
    await expect.poll(async () => recorder.inputs('StopFailure')).toMatchObject([{ error: expected.error }]);
    const recovered = await session.prompt('go on');
    await session.close();

    expect(failed).toMatchObject({ is_error: true, terminal_reason: 'api_error' });
    expect(failed.result).toContain(expected.result);
    expect(recovered.result).toBe('back again');
    const [stopFailure] = await recorder.inputs('StopFailure');
    expect(stopFailure).toMatchObject({ error: expected.error });
    expect(await recorder.inputs('Stop')).toHaveLength(1);
  },
);

test('a failing headless run exits with code 1 and gives the reason', async () => {
  const { sandbox, model } = await setStage([apiError(500, 'the machine is on fire')]);

  const run = await runClaude({ sandbox, model, prompt: 'go' });

  expect(run.exitCode).toBe(1);
  expect(run.result).toMatchObject({ is_error: true, api_error_status: 500 });
  expect(run.result?.result).toContain('the machine is on fire');
  expect(run.hooksOf('Stop')).toEqual([]);
});

test('the client retries after an error when retries are allowed', async () => {
  const { sandbox, model } = await setStage([apiError(500), say('second try')]);

  const run = await runClaude({ sandbox, model, prompt: 'go', env: { CLAUDE_CODE_MAX_RETRIES: '1' } });

  expect(run.result?.result).toBe('second try');
  expect(model.requests).toHaveLength(2);
  expect(run.messages.map(({ subtype }) => subtype)).toContain('api_retry');
});

test('a throwing script appears as an API error with its message', async () => {
  const { sandbox, model } = await setStage({
    main: () => {
      throw new Error('my story has a hole');
    },
  });

  const run = await runClaude({ sandbox, model, prompt: 'go' });

  expect(run.result?.result).toContain('my story has a hole');
});

test('a run ends at its timeout, with the output so far in the error', async () => {
  const { sandbox, model } = await setStage({ main: async () => new Promise(() => undefined) });

  const run = runClaude({ sandbox, model, prompt: 'go', timeoutMs: 8000 });

  await expect(run).rejects.toMatchObject({
    code: 'TIMEOUT',
    message: expect.stringContaining('"subtype":"init"'),
  });
});
