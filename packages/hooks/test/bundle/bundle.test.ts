import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BUNDLE, callHook, createProjectFolder, openIn, startIn } from '../support/run-hook.ts';

/** The largest size of each file, in bytes. A larger one slows down every event that loads it. */
const LIMITS: Readonly<Record<string, number>> = {
  'hook.cjs': 15_000,
  'loop.cjs': 140_000,
  'parser.cjs': 140_000,
  'rare.cjs': 335_000,
  'statusline.cjs': 5_500,
};

test('the bundle consists of its files, and none outgrows its limit', () => {
  expect(readdirSync(BUNDLE).toSorted()).toEqual(Object.keys(LIMITS).toSorted());
  for (const [name, limit] of Object.entries(LIMITS)) {
    expect(statSync(join(BUNDLE, name)).size, name).toBeLessThanOrEqual(limit);
  }
});

test('hook.cjs and loop.cjs load only cheap modules of Node', () => {
  const named = (file: string): readonly string[] => {
    const calls = readFileSync(join(BUNDLE, file), 'utf8').matchAll(/\brequire\(["'`]([^"'`]+)/g);
    return [...new Set([...calls].map(([, name = '']) => name.replace(/^node:/, '')))].toSorted();
  };
  expect(named('hook.cjs')).toEqual(['./loop.cjs', './rare.cjs', 'buffer', 'fs', 'path']);
  expect(named('loop.cjs')).toEqual(['./parser.cjs', './rare.cjs', 'crypto', 'fs', 'path']);
});

test('Node keeps the compiled code in the data folder of the plugin', async () => {
  const [root, data] = [createProjectFolder(), createProjectFolder('data')];
  startIn(root);
  for (const [index, folder] of ['relative', data, data].entries()) {
    const message = { last_assistant_message: `Working on ${index}.` };
    const { stdout } = await callHook(root, 'Stop', message, { CLAUDE_PLUGIN_DATA: folder });
    expect(stdout).toContain(`[LOOP ${index + 1}/10]`);
  }
  const isKept = existsSync(join(data, 'compiled'));
  expect(isKept).toBe(typeof enableCompileCache === 'function');
});

test('a stop decides a command again that lost a race before it', async () => {
  const root = createProjectFolder();
  startIn(root);
  const opened = openIn(root);
  const late = opened.journal.prepare({ type: 'observe', at: Date.now(), tools: 2 });
  opened.submit({ type: 'step', at: Date.now(), action: 'add', step: 'parse' });
  if ('record' in late) opened.journal.commit(late);
  opened.close();
  expect((await callHook(root, 'Stop')).stdout).toContain('[LOOP 1/');
  const raced = openIn(root)
    .journal.history()
    .map(({ record }) => record.isRaced);
  expect(raced).toEqual([false, false, true, false]);
});
