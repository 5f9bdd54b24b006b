import { readdirSync } from 'node:fs';
import { runClaude, say } from '@loopwright/testkit';
import { expect, test } from 'vitest';
import { finish, setStage, startLoop } from '../support/stage.ts';

test('the client names a data folder, and each event of a loop caches its compiled code there', async () => {
  const { sandbox, model, plugins } = await setStage([startLoop, say('Working.'), ...finish]);
  await runClaude({ sandbox, model, plugins, prompt: '/loop:start make the tests pass' });

  const kept = readdirSync(sandbox.home, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.includes('/compiled/'))
    .map((path) => /compiled\/(\w+-[a-z-]+\.cjs)-v/.exec(path)?.[1]);
  expect(kept).toContain('Stop-loop.cjs');
  expect(kept).toContain('PostToolBatch-loop.cjs');
  expect(new Set(kept).size).toBe(kept.length);
});
