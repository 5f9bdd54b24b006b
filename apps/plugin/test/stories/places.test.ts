import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { runClaude, say } from '@loopwright/testkit';
import { expect, test } from 'vitest';
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
  toldTo,
} from '../support/stage.ts';

const prompt = '/loop:start make the tests pass';

test.each([`it's "my" project 🙂 $HOME \`id\``, '-n'])(
  'a project folder called %j is one like any other',
  async (name) => {
    const { runOf, view, play } = await setStage([startLoop, say('Working.'), ...finish], {
      name,
    });

    const run = await play(prompt);

    expect(continuations(run)).toHaveLength(1);
    expect(runOf(run.sessionId)).toMatchObject({ ending: { kind: 'verified' } });
    expect(await view('state.json')).toMatchObject({ status: 'completed' });
  },
);

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
