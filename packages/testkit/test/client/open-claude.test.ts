import { expect, onTestFinished, test } from 'vitest';
import {
  type ClaudeOptions,
  type ClaudeSession,
  createRecorder,
  type ModelScripts,
  openClaude,
  type Recorder,
  type Sandbox,
  say,
  type ScriptedModel,
  type Step,
  tool,
} from '../../src/index.ts';
import { setStage } from '../stage.ts';

async function open(
  scripts: readonly Step[] | ModelScripts,
  options: Partial<ClaudeOptions> = {},
): Promise<{
  readonly sandbox: Sandbox;
  readonly session: ClaudeSession;
  readonly model: ScriptedModel;
  readonly recorder: Recorder;
}> {
  const { sandbox, model } = await setStage(scripts);
  const recorder = await createRecorder(sandbox);
  const session = openClaude({ sandbox, model, plugins: [recorder.plugin], ...options });
  onTestFinished(async () => {
    await session.kill();
  });
  return { sandbox, session, model, recorder };
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

test('a compaction asks the summary script, and the conversation continues from its summary', async () => {
  const { session, model, recorder } = await open({
    main: [say('before'), say('after')],
    summary: [say('<summary>all that mattered</summary>')],
  });

  await session.prompt('first');
  await session.prompt('/compact');
  const { result } = await session.prompt('second');
  await session.close();

  expect(result).toBe('after');
  expect(model.requests.map(({ kind }) => kind)).toEqual(['main', 'summary', 'main']);
  expect(
    model
      .mainRequests()
      .at(1)
      ?.texts.map(({ text }) => text)
      .join('\n'),
  ).toContain('all that mattered');
  expect((await recorder.inputs('SessionStart')).map(({ source }) => source)).toEqual(['startup', 'compact']);
  expect(await recorder.inputs('PreCompact')).toHaveLength(1);
});

test('/clear goes on under a new session id', async () => {
  const { session, model, recorder } = await open([say('before'), say('after')]);

  const before = await session.prompt('first');
  await session.prompt('/clear');
  const after = await session.prompt('second');
  await session.close();

  expect(after.session_id).not.toBe(before.session_id);
  expect(model.requests.map(({ sessionId }) => sessionId)).toEqual([before.session_id, after.session_id]);
  expect(model.requests.at(1)?.texts.map(({ text }) => text)).not.toContain('before');
  expect((await recorder.inputs('SessionEnd')).map(({ reason }) => reason)).toEqual(['clear', 'other']);
});

test('a finished background task wakes the session', async () => {
  const { sandbox, session, recorder } = await open([
    tool('Bash', {
      command: 'until [ -e ready ]; do sleep 0.1; done; echo finished',
      run_in_background: true,
    }),
    say('waiting'),
    say('woken'),
  ]);

  expect((await session.prompt('go')).result).toBe('waiting');
  const [stop] = await recorder.inputs('Stop');
  expect(stop?.['background_tasks']).toMatchObject([{ type: 'shell', status: 'running' }]);

  await sandbox.project.write({ ready: '' });
  expect((await session.nextResult()).result).toBe('woken');
});

test('a wait for something that never comes ends with the client', async () => {
  const { session } = await open([say('that is all')]);

  await session.prompt('go');
  const never = session.waitFor(({ type }) => type === 'unheard of');
  await session.close();

  await expect(never).rejects.toMatchObject({ code: 'ENDED' });
});

test('a killed client is reported as killed', async () => {
  const { session } = await open({ main: async () => new Promise(() => undefined) });

  const stuck = session.prompt('go');
  await session.waitFor(({ subtype }) => subtype === 'init');
  const run = await session.kill();

  expect(run.signal).toBe('SIGKILL');
  await expect(stuck).rejects.toMatchObject({ code: 'ENDED' });
});
