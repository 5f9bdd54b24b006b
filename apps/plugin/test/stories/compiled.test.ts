import { readdirSync } from 'node:fs';
import { say } from '@loopwright/testkit';
import { expect, test } from 'vitest';
import { finish, setStage, startLoop } from '../support/stage.ts';

test('the client names a data folder, and Node keeps the compiled code of the hook there', async () => {
  const { sandbox, play } = await setStage([startLoop, say('Working.'), ...finish]);
  // Otherwise the cache of these tests takes its place.
  const env = { NODE_COMPILE_CACHE: '' };
  await play('/loop:start make the tests pass', { env });

  const files = readdirSync(sandbox.home, { recursive: true, encoding: 'utf8' });
  // Node has kept compiled code since 22.1.
  const isKept = files.some((path) => /[\\/]compiled[\\/]v/.test(path));
  expect(isKept).toBe(Number(process.versions.node.split('.')[0]) > 20);
});
