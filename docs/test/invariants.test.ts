import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readText, root } from './support/root.ts';

const tests = 'packages/store/test';
const pages = ['docs/invariants.md', 'docs/threat-model.md'].map((path) => readText(path)).join('\n');
const files = [...pages.matchAll(/`([\w/-]+\.test\.ts|\w+\/)`/g)].map(([, name = '']) => name);
const titled = [...pages.matchAll(/`([\w/-]+\.test\.ts)` _([^_]+?)(?: …)?_/g)].map(
  ([, name = '', title = '']) => [name, title],
);

test('every test that holds an invariant or answers an attack is there', () => {
  expect(files.length).toBeGreaterThan(40);
  const missing = files.filter((name) => !['.loop/'].includes(name) && !existsSync(join(root, pathOf(name))));
  expect(missing).toEqual([]);
});

test.each(titled)('%s has a test with this title: %s', (name = '', title = '') => {
  expect(readText(pathOf(name))).toContain(title);
});

/** A path in full, or under the tests of the store. */
function pathOf(name: string): string {
  return /^(?:packages|apps|docs)\//.test(name) ? name : join(tests, name);
}
