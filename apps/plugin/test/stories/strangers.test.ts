import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type Sandbox, say } from '@loopwright/testkit';
import { expect, test } from 'vitest';
import { bash, finish, plugin, setStage, startLoop } from '../support/stage.ts';

test('a session that never started a loop: no output, no file, and nothing loaded but the small entry', async () => {
  const { sandbox, play } = await setStage([bash('ls'), say('Just a chat.')]);

  const run = await play('hello', { env: watched(sandbox) });

  expect(run.hooks.length).toBeGreaterThanOrEqual(3);
  expect(run.hooks.map(({ stdout, stderr }) => stdout + stderr).join('')).toBe('');
  expect(run.notices).toEqual([]);
  expect(await sandbox.project.git('status', '--porcelain', '--ignored')).toBe('');
  expect(await loadedParts(sandbox)).toEqual(['hook.cjs']);
});

test('a session with a loop loads the rest, which shows that the watch above can see it', async () => {
  const { sandbox, play } = await setStage([startLoop, say('Working.'), ...finish]);

  await play('/loop:start make the tests pass', { env: watched(sandbox) });

  expect(await loadedParts(sandbox)).toEqual(
    expect.arrayContaining(['hook.cjs', 'loop', 'loop.cjs', 'rare.cjs']),
  );
});

/** Lets every Node that the client starts write down which files it ran. */
function watched({ home }: Sandbox): Readonly<Record<string, string>> {
  return { NODE_V8_COVERAGE: join(home, 'ran') };
}

/** The names of the plugin's files that were run. */
async function loadedParts({ home }: Sandbox): Promise<readonly string[]> {
  const folder = join(home, 'ran');
  const names = new Set<string>();
  for (const file of await readdir(folder)) {
    const { result } = JSON.parse(await readFile(join(folder, file), 'utf8')) as {
      readonly result: readonly { readonly url: string }[];
    };
    for (const { url } of result) if (url.includes(plugin)) names.add(basename(url));
  }
  return [...names].sort();
}
