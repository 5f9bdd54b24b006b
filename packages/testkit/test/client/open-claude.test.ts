// @module-tag deep
import { expect, onTestFinished, test } from 'vitest';
import {
  type ClaudeSession,
  type ModelScripts,
  openClaude,
  say,
  type ScriptedModel,
  type Step,
} from '../../src/index.ts';
import { setStage } from '../stage.ts';

async function open(
  scripts: readonly Step[] | ModelScripts,
): Promise<{ readonly session: ClaudeSession; readonly model: ScriptedModel }> {
  const { sandbox, model } = await setStage(scripts);
  const session = openClaude({ sandbox, model });
  onTestFinished(async () => void (await session.kill()));
  return { session, model };
}

test('answers several prompts in one conversation', async () => {
  const { session, model } = await open([say('first answer'), say('second answer')]);

  expect((await session.prompt('first')).result).toBe('first answer');
  expect((await session.prompt('second')).result).toBe('second answer');
  const run = await session.close();

  expect(run.exitCode).toBe(0);
  expect(run.results).toHaveLength(2);
  expect(model.requests.at(1)?.texts.map(({ text }) => text)).toEqual(
    expect.arrayContaining(['first', 'first answer', 'second']),
  );
});

test('a compaction takes no reply from the script, and the conversation continues from its summary', async () => {
  const { session, model } = await open([say('before'), say('after')]);

  await session.prompt('first');
  await session.prompt('/compact');
  expect((await session.prompt('second')).result).toBe('after');

  expect(model.requests.map(({ kind }) => kind)).toEqual(['main', 'summary', 'main']);
  expect(JSON.stringify(model.requests.at(2)?.texts)).toContain('A scripted summary.');
});

test('a killed client is reported as killed, and waits for it end', async () => {
  const { session, model } = await open({ main: async () => new Promise(() => undefined) });

  const stuck = session.prompt('go');
  await expect.poll(() => model.requests).toHaveLength(1);
  const [run] = await Promise.all([session.kill(), expect(stuck).rejects.toMatchObject({ code: 'ENDED' })]);

  expect(run.signal).toBe('SIGKILL');
});
