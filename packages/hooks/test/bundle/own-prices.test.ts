import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { reply } from '../support/reply.ts';
import { callHook, createProjectFolder, runIn, startIn } from '../support/run-hook.ts';

test.each([
  ["the user's own prices count", 'elsewhere', 7],
  ['prices inside of the project do not count, so no repository can lift the budget', 'inside', 1],
])('%s', async (_, where, usd) => {
  const root = createProjectFolder();
  const config = where === 'inside' ? join(root, 'config') : createProjectFolder('config');
  mkdirSync(join(config, 'loopwright'), { recursive: true });
  const models = { 'claude-haiku-4-5': { input: 7, output: 1 } };
  writeFileSync(join(config, 'loopwright/prices.json'), JSON.stringify({ models }));
  startIn(root);
  const transcript = join(createProjectFolder('home'), 't.jsonl');
  writeFileSync(transcript, '');
  const stop = () => callHook(root, 'Stop', { transcript_path: transcript }, { XDG_CONFIG_HOME: config });
  expect(await stop()).toMatchObject({ stderr: '', code: 0 });
  appendFileSync(transcript, reply('a', 1_000_000));
  await stop();
  expect(runIn(root).frames[0]?.spend.usd).toBeCloseTo(usd);
});
