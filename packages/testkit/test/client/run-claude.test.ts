// @module-tag deep
import { expect, onTestFinished, test } from 'vitest';
import { apiError, both, createScriptedModel, isolationHere, runClaude, say, tool } from '../../src/index.ts';
import { setStage } from '../stage.ts';
import { toyPlugin } from '../toy-plugin.ts';

test("runs the script's tool calls, sends their results to the model, and exits with code 0", async () => {
  const { sandbox, model } = await setStage(
    [both('Looking.', { name: 'Bash', input: { command: 'cat note.txt; pwd' } }), say('Read it.')],
    { name: `it's "odd" 🙂`, files: { 'note.txt': 'a note\n' } },
  );

  const run = await runClaude({ sandbox, model, prompt: 'read the note' });

  expect(run.result).toMatchObject({ subtype: 'success', is_error: false, result: 'Read it.' });
  expect(run.exitCode).toBe(0);
  expect(model.mainRequests().at(0)?.newTexts.join('\n')).toContain('read the note');
  expect(model.requests.at(1)?.newTexts.join('\n')).toContain(`a note\n${sandbox.project.path}`);
  expect((await run.transcript()).map(({ type }) => type)).toEqual(
    expect.arrayContaining(['user', 'assistant']),
  );
});

test('a Stop hook keeps the model going, and every part of that is visible', async () => {
  const { sandbox, model } = await setStage([say('one'), say('two'), say('three')]);

  const run = await runClaude({
    sandbox,
    model,
    plugins: [toyPlugin],
    prompt: 'go',
    env: { TOY_BLOCKS: '2' },
  });

  expect(run.result?.result).toBe('three');
  expect(run.hooksOf('Stop').map(({ exitCode }) => exitCode)).toEqual([0, 0, 0]);
  expect(run.hooksOf('Stop')[0]?.stdout).toContain('toy: go on (1)');
  expect(run.notices).toEqual([
    'Stop says: toy kept Claude going (1)',
    'Stop says: toy kept Claude going (2)',
  ]);
  expect(
    model.requests.map(({ newTexts }) => newTexts.at(-1)?.includes('Stop hook additional context')),
  ).toEqual([false, true, true]);
  expect(model.unscripted).toEqual([]);
});

test.skipIf(isolationHere() !== 'network namespace')(
  'reaches no other server, not even on loopback',
  async () => {
    const stranger = await createScriptedModel([]);
    onTestFinished(stranger.close);
    const call = `fetch('${stranger.url}').then(() => console.log('reached'), () => console.log('out of reach'))`;
    const { sandbox, model } = await setStage([tool('Bash', { command: `node -e "${call}"` }), say('tried')]);

    await runClaude({ sandbox, model, prompt: 'go' });

    expect(model.requests.at(1)?.newTexts.join('\n')).toContain('out of reach');
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
