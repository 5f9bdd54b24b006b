import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createSandbox, runClaude, say } from '@loopwright/testkit';
import { expect, onTestFinished, test } from 'vitest';
import {
  bash,
  castModel,
  continuations,
  finish,
  loop,
  mend,
  plugin,
  setStage,
  startLoop,
  startWords,
  stopAnswers,
  toldTo,
} from '../support/stage.ts';

const prompt = '/loop:start make the tests pass';

test.each([`it's "my" project 🙂`, 'a $HOME `id` ; b', '-n'])(
  'a project folder called %j is one like any other',
  async (name) => {
    const { sandbox, model, plugins, runOf, view } = await setStage([startLoop, say('Working.'), ...finish], {
      name,
    });

    const run = await runClaude({ sandbox, model, plugins, prompt });

    expect(continuations(run)).toHaveLength(1);
    expect(runOf(run.sessionId)).toMatchObject({ ending: { kind: 'verified' } });
    expect(await view('state.json')).toMatchObject({ status: 'completed' });
  },
);

test('state that comes with a cloned repository traps no session: neither its views nor its journals', async () => {
  const { sandbox, model, plugins, runOf } = await setStage([startLoop]);
  const left = await runClaude({ sandbox, model, plugins, prompt, maxTurns: 1 });
  expect(runOf(left.sessionId)?.status).toBe('active');
  await sandbox.project.git('add', '--force', '--all');
  await sandbox.project.git('commit', '--quiet', '--message', 'A trap');

  const clone = await sandbox.createProject({ name: 'clone' });
  await clone.git('clone', '--quiet', sandbox.project.path, '.');
  expect(await clone.git('ls-files', '.loop')).toContain('.loop/runs/');

  const visitor = await castModel([say('Hello.')]);
  const visit = await runClaude({ sandbox, model: visitor, project: clone, plugins, prompt: 'hi' });
  expect(visit.result?.result).toBe('Hello.');
  expect(visit.notices).toEqual([]);
  expect(stopAnswers(visit)).toEqual([]);
  expect(toldTo(visitor)).not.toContain('[LOOP');

  // Not even a session that has the very id for which the journal was made.
  const elsewhere = await createSandbox();
  onTestFinished(elsewhere.remove);
  const victim = await castModel([say('Hello again.')]);
  const caught = await runClaude({
    sandbox: elsewhere,
    model: victim,
    project: clone,
    plugins,
    sessionId: left.sessionId,
    prompt: 'hi',
  });
  expect(caught.result?.result).toBe('Hello again.');
  expect(caught.hooksOf('SessionStart').map(({ stdout }) => stdout)).toEqual([
    expect.stringContaining('It was moved to .loop/archive and holds nobody.'),
  ]);
  expect(runOf(left.sessionId, clone.path)).toBeUndefined();
  expect(stopAnswers(caught)).toEqual([]);
});

test('a plugin that is replaced in the middle of a turn goes on with the new one', async () => {
  const { sandbox, model, runOf } = await setStage([]);
  const folder = await installCopy(sandbox.home, 'loop');
  const next = await installCopy(sandbox.home, 'loop-next');
  model.append(
    loop(startWords, folder),
    bash(`rm -rf "${folder}" && mv "${next}" "${folder}"`),
    say('Updated.'),
    mend,
    loop('verify', folder),
    ...finish.slice(2),
  );

  const run = await runClaude({ sandbox, model, plugins: [folder], prompt });

  expect(continuations(run)).toHaveLength(1);
  expect(runOf(run.sessionId)).toMatchObject({ ending: { kind: 'verified' } });
});

test('where the old version’s folder is gone the session is let go, and the new version goes on with the loop', async () => {
  const { sandbox, model, runOf } = await setStage([]);
  const old = await installCopy(sandbox.home, 'loop-1');
  const next = await installCopy(sandbox.home, 'loop-2');
  model.append(loop(startWords, old), bash(`rm -rf "${old}"`), say('Where is it?'));

  const run = await runClaude({ sandbox, model, plugins: [old], prompt });
  expect(run.result).toMatchObject({ is_error: false, result: 'Where is it?' });
  expect(runOf(run.sessionId)?.status).toBe('active');

  const later = await castModel([say('Back.'), mend, loop('verify', next), ...finish.slice(2)]);
  const resumed = await runClaude({
    sandbox,
    model: later,
    plugins: [next],
    resume: run.sessionId,
    prompt: 'go on',
  });
  expect(toldTo(later)).toContain('The loop is active in this session');
  expect(continuations(resumed)).toHaveLength(1);
  expect(runOf(run.sessionId)).toMatchObject({ ending: { kind: 'verified' } });
});

/** A copy of the built plugin, as an install makes one. */
async function installCopy(home: string, name: string): Promise<string> {
  const folder = join(home, 'plugins', name);
  await mkdir(join(home, 'plugins'), { recursive: true });
  await cp(plugin, folder, { recursive: true });
  return folder;
}
