import { expect, onTestFinished, test } from 'vitest';
import {
  both,
  createRecorder,
  createScriptedModel,
  isolationHere,
  runClaude,
  say,
  tool,
} from '../../src/index.ts';
import { setStage } from '../stage.ts';
import { toyPlugin } from '../toy-plugin.ts';

test("prints the script's reply and exits with code 0", async () => {
  const { sandbox, model } = await setStage([say('Hello from the script.')]);

  const run = await runClaude({ sandbox, model, prompt: 'hi' });

  expect(run.result).toMatchObject({ subtype: 'success', is_error: false, result: 'Hello from the script.' });
  expect(run.exitCode).toBe(0);
  expect(run.spoken).toEqual(['Hello from the script.']);
  expect(model.mainRequests().at(0)?.newTexts.at(-1)).toContain('hi');
  expect(run.isolation).toBe(isolationHere());
});

test("runs the script's tool calls and sends their results to the model", async () => {
  const { sandbox, model } = await setStage(
    [both('Looking.', { name: 'Bash', input: { command: 'cat note.txt; pwd' } }), say('Read it.')],
    { name: `it's "odd" 🙂`, files: { 'note.txt': 'a note\n' } },
  );

  const run = await runClaude({ sandbox, model, prompt: 'read the note' });

  expect(run.spoken).toEqual(['Looking.', 'Read it.']);
  expect(model.requests.at(1)?.newTexts.join('\n')).toContain(`a note\n${sandbox.project.path}`);
});

test('a Stop hook keeps the model going, and every part of that is visible', async () => {
  const { sandbox, model } = await setStage([say('one'), say('two'), say('three')]);
  const recorder = await createRecorder(sandbox);

  const run = await runClaude({
    sandbox,
    model,
    plugins: [toyPlugin, recorder.plugin],
    prompt: 'go',
    env: { TOY_BLOCKS: '2' },
  });

  expect(run.result?.result).toBe('three');
  const stopHooks = run.hooksOf('Stop');
  expect(stopHooks.map(({ outcome, exitCode }) => `${outcome} ${exitCode}`)).toEqual(
    Array.from({ length: 6 }, () => 'success 0'),
  );
  expect(stopHooks.map(({ stdout }) => stdout)).toContainEqual(expect.stringContaining('toy: go on (1)'));
  expect(run.notices).toEqual([
    'Stop says: toy kept Claude going (1)',
    'Stop says: toy kept Claude going (2)',
  ]);
  expect(
    model.requests.map(({ newTexts }) => newTexts.at(-1)?.includes('Stop hook additional context')),
  ).toEqual([false, true, true]);
  const stops = await recorder.inputs('Stop');
  expect(stops.map((stop) => stop['last_assistant_message'])).toEqual(['one', 'two', 'three']);
  expect(model.unscripted).toEqual([]);
});

test('a resumed session keeps its id and a forked one gets another', async () => {
  const { sandbox, model } = await setStage([say('first'), say('second'), say('third')]);

  const first = await runClaude({ sandbox, model, prompt: 'one' });
  const second = await runClaude({ sandbox, model, prompt: 'two', resume: first.sessionId });
  const forked = await runClaude({ sandbox, model, prompt: 'three', fork: first.sessionId });

  expect(second.sessionId).toBe(first.sessionId);
  expect(forked.sessionId).not.toBe(first.sessionId);
  expect(model.requests.at(1)?.texts.map(({ text }) => text)).toEqual(
    expect.arrayContaining(['one', 'first', 'two']),
  );
  expect(model.requests.at(2)?.sessionId).toBe(forked.sessionId);
});

test('two sessions at once play their own scripts in their own homes', async () => {
  const [left, right] = [
    await setStage([tool('Bash', { command: 'echo left > mark' }), say('left done')]),
    await setStage([tool('Bash', { command: 'echo right > mark' }), say('right done')]),
  ];

  const runs = await Promise.all([left, right].map(async (stage) => runClaude({ ...stage, prompt: 'go' })));

  expect(runs.map(({ result }) => result?.result)).toEqual(['left done', 'right done']);
  expect(await left.sandbox.project.read('mark')).toBe('left\n');
  expect(await right.sandbox.project.read('mark')).toBe('right\n');
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
    expect(stranger.otherCalls).toEqual([]);
    expect(model.otherCalls).toEqual([]);
  },
);
