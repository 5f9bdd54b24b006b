import { createReadStream } from 'node:fs';
import { dialects } from '@loopwright/hooks';
import { expect, test } from 'vitest';
import { verbs } from '../../apps/cli/src/verbs.ts';
import { SIGNAL_KINDS } from '../../packages/core/src/model/vocabulary.ts';
import { clientPath } from '../../packages/testkit/src/client/client-path.ts';
import { SIGNALS_OF_MODE } from '../../packages/transcript/src/signals/signal.ts';
import { PRICES } from '../../packages/transcript/src/usage/prices.ts';
import { changes } from './support/changes.ts';
import { listFiles, readText } from './support/root.ts';

test.each(changes)(
  '$change: one to five files, all in the tree, and a test in the tree',
  ({ files, tests }) => {
    expect(files.length).toBeGreaterThan(0);
    expect(files.length).toBeLessThanOrEqual(5);
    expect(tests.filter((path) => /\/test\//.test(path)).length).toBeGreaterThan(0);
    // `<verb>` and the like stand for any name.
    const missing = [...files, ...tests].filter(
      (path) => listFiles(path.replaceAll(/<[\w-]+>/g, '*')).length === 0,
    );
    expect(missing).toEqual([]);
  },
);

test('core and transcript know the same kinds of signals', () => {
  const kinds = new Set(Object.values(SIGNALS_OF_MODE).flat());
  expect([...kinds].sort()).toEqual([...SIGNAL_KINDS].sort());
});

test('`loop doctor --try` offers every dialect, and the reference names it', () => {
  const names = ['auto', ...Object.keys(dialects)];
  const dialect = verbs.doctor.flags.find((flag) => flag.name === 'dialect');
  expect([...(dialect?.values ?? [])].sort()).toEqual([...names].sort());
  const row = readText('docs/reference/environment.md')
    .split('\n')
    .find((line) => line.startsWith('- `LOOP_DIALECT`'));
  for (const name of names) expect(row).toContain(`\`${name}\``);
});

/** Old short names that the client translates before it requests a model. */
const ALIASES = ['claude-haiku-3-5', 'claude-haiku-3-55', 'claude-sonnet-3-7'];

test('every model that the pinned client names has its own price', async () => {
  const models = await modelsIn(clientPath());
  expect(models.length).toBeGreaterThan(20);
  const unpriced = models.filter((model) => !Object.hasOwn(PRICES.models, model));
  expect(unpriced.filter((model) => !ALIASES.includes(model))).toEqual([]);
});

/** The names of models in a file of hundreds of megabytes, read in chunks. */
async function modelsIn(file: string): Promise<readonly string[]> {
  const families = Object.keys(PRICES.families).join('|');
  const name = new RegExp(`claude-(?:(?:${families})-\\d(?:-\\d{1,2}\\b)?|\\d-\\d-[a-z]+)\\b`, 'g');
  const found = new Set<string>();
  let text = '';
  for await (const chunk of createReadStream(file, { encoding: 'latin1', highWaterMark: 4 * 1024 * 1024 })) {
    text = text.slice(-64) + String(chunk);
    for (const { 0: model, index } of text.matchAll(name)) {
      // A name at the very end may go on in the next chunk, which repeats it.
      if (index < text.length - 64) found.add(model);
    }
  }
  return [...found].sort();
}
