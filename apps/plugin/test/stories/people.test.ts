import {
  createScriptedModel,
  openClaude,
  runClaude,
  say,
  type ScriptedModel,
  type Step,
} from '@loopwright/testkit';
import { rm } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import {
  bash,
  COMPLETE,
  continuations,
  loop,
  mend,
  plugin,
  setStage,
  startLoop,
  stopAnswers,
} from '../support/stage.ts';

test('colleague shape lets go after each iteration and goes on at the user’s next prompt', async () => {
  const { sandbox, model, plugins, runOf } = await setStage([
    loop('start --criteria a --shape colleague --force'),
    say('First piece done.'),
    bash('ls'),
    say('Second piece done.'),
  ]);
  const session = openClaude({ sandbox, model, plugins, env: { CLAUDE_CODE_SESSION_ATTENDED: '1' } });
  onTestFinished(async () => void (await session.kill()));

  await session.prompt('/loop:start a piece at a time');
  await session.prompt('go on');
  const run = await session.close();

  expect(continuations(run)).toEqual([]);
  expect(runOf(run.sessionId)).toMatchObject({ status: 'active', frames: [{ iteration: 2 }] });
});

test('headless never waits, whatever the shape', async () => {
  const { sandbox, model, plugins } = await setStage([
    loop('start --criteria a --shape colleague --iterations 1 --force'),
    say('First piece done.'),
    bash('ls'),
    say('Second piece done.'),
  ]);

  const run = await runClaude({ sandbox, model, plugins, prompt: '/loop:start a piece at a time' });

  expect(continuations(run)).toHaveLength(1);
});

test('a second session in the project is told of the loop and not touched; it can take it over, and the first is let go', async () => {
  const { sandbox, model, plugins, runOf } = await setStage([startLoop, say('Paused for thought.')]);
  const first = openClaude({ sandbox, model, plugins });
  onTestFinished(async () => void (await first.kill()));
  model.append(loop('pause "lunch"'), say('Resting.'));
  await first.prompt('/loop:start make the tests pass');
  const firstId = first.view().sessionId;
  expect(runOf(firstId)?.status).toBe('paused');

  const other = await setSecondModel([say('Hello.'), loop('continue'), mend, loop('verify'), say(COMPLETE)]);
  const second = openClaude({ sandbox, model: other, plugins });
  onTestFinished(async () => void (await second.kill()));
  await second.prompt('hi');
  expect(other.told()).toContain('[LOOP RESUME] Active loop detected');
  expect(other.told()).toContain('To take it over: /loop:continue.');
  expect(stopAnswers(second.view())).toEqual([]);

  await second.prompt('/loop:continue');
  const secondRun = await second.close();
  expect(secondRun.notices.join('\n')).toContain('verified');
  expect(runOf(firstId)).toBeUndefined();

  model.append(say('Still here.'));
  await first.prompt('and you?');
  expect(runOf(firstId)).toBeUndefined();
});

async function setSecondModel(steps: readonly Step[]): Promise<ScriptedModel> {
  const model = await createScriptedModel(steps);
  onTestFinished(model.close);
  return model;
}

test('cancelling from inside lets go at once and keeps the record', async () => {
  const { sandbox, model, plugins, runOf } = await setStage([startLoop, loop('cancel'), say('Cancelled.')]);

  const run = await runClaude({ sandbox, model, plugins, prompt: '/loop:start make the tests pass' });

  expect(stopAnswers(run)).toEqual([]);
  expect(runOf(run.sessionId)).toMatchObject({ status: 'cancelled' });
});

test('deleting .loop lets go at once, and nothing brings it back', async () => {
  const { sandbox, model, plugins, runOf } = await setStage([startLoop, bash('rm -rf .loop'), say('Gone.')]);

  const run = await runClaude({ sandbox, model, plugins, prompt: '/loop:start make the tests pass' });

  expect(stopAnswers(run)).toEqual([]);
  expect(runOf(run.sessionId)).toBeUndefined();
});

test.each(['LOOP_DISABLE', 'IDLE_LOOP_DISABLE'])('%s=1 switches every loop off', async (name) => {
  const { sandbox, model, plugins } = await setStage([startLoop, say('Begun.')]);

  const run = await runClaude({
    sandbox,
    model,
    plugins,
    prompt: '/loop:start make the tests pass',
    env: { [name]: '1' },
  });

  expect(stopAnswers(run)).toEqual([]);
});

test('a session that never started a loop: no output, no file', async () => {
  const { sandbox, model } = await setStage([bash('ls'), say('Just a chat.')]);

  const run = await runClaude({ sandbox, model, plugins: [plugin], prompt: 'hello' });

  expect(run.hooks.map(({ stdout, stderr }) => stdout + stderr).join('')).toBe('');
  expect(run.notices).toEqual([]);
  expect(await sandbox.project.git('status', '--porcelain', '--ignored')).toBe('');
});

test('-p with JSON output keeps its result', async () => {
  const { sandbox, model, plugins } = await setStage([
    startLoop,
    say('Working.'),
    mend,
    loop('verify'),
    say(COMPLETE),
  ]);

  const run = await runClaude({
    sandbox,
    model,
    plugins,
    prompt: '/loop:start make the tests pass',
    outputFormat: 'json',
  });

  expect(JSON.parse(run.stdout)).toMatchObject({
    subtype: 'success',
    result: expect.stringContaining('All success criteria satisfied'),
  });
  await rm(sandbox.project.at('.loop'), { recursive: true });
});
