import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openRun } from '@loopwright/store';
import { expect, test } from 'vitest';
import { reply } from '../support/reply.ts';
import { createProjectFolder, runHook, startIn } from '../support/run-hook.ts';

const SESSION = '3f2a0000-1111-4222-8333-444455556666';

/** The cost of a million tokens of input, as the built hook counts it, with a file of prices in that folder. */
async function costWith(root: string, config: string): Promise<number | undefined> {
  mkdirSync(join(config, 'loopwright'), { recursive: true });
  const models = { 'claude-haiku-4-5': { input: 7, output: 1 } };
  writeFileSync(join(config, 'loopwright/prices.json'), JSON.stringify({ models }));
  startIn(root, SESSION);
  const transcript = join(createProjectFolder('home'), 't.jsonl');
  writeFileSync(transcript, '');
  const input = { session_id: SESSION, cwd: root, hook_event_name: 'Stop', transcript_path: transcript };
  const stop = async (): Promise<void> => {
    const { code, stderr } = await runHook(['Stop'], JSON.stringify(input), { XDG_CONFIG_HOME: config });
    expect(stderr).toBe('');
    expect(code).toBe(0);
  };
  await stop();
  appendFileSync(transcript, reply('a', 1_000_000));
  await stop();
  const opened = openRun({ root, sessionId: SESSION });
  if (opened.status !== 'open') throw new Error(opened.status);
  opened.close();
  return opened.run.frames[0]?.spend.usd;
}

test("the user's own prices count", async () => {
  expect(await costWith(createProjectFolder(), createProjectFolder('config'))).toBeCloseTo(7);
});

test('prices inside of the project do not count, so no repository can lift the budget', async () => {
  const root = createProjectFolder();
  expect(await costWith(root, join(root, 'config'))).toBeCloseTo(1);
});
