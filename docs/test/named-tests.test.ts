import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readText, root } from './support/root.ts';

/** How a line of each page names its tests. */
const LINES: Readonly<Record<string, RegExp>> = {
  'docs/invariants.md': / Tests: `[\w/-]+(?:\.test\.ts|\/)`/,
  'docs/threat-model.md': / \(`(?:packages|apps|docs)\/[\w/-]+(?:\.test\.ts|\/)`.*\)$/,
  'docs/track-record.md': /\]\(https:\/\/github\.com\/[\w./-]+\)\. `[\w/-]+\.test\.ts` _.+_$/,
};

test.each(Object.entries(LINES))('each line of the list in %s names a test', (path, pattern) => {
  const [, promises] = readText(path).split('## Promises');
  const lines = (promises?.split('\n## ')[0] ?? readText(path))
    .split('\n')
    .filter((line) => line.startsWith('- '));
  expect(lines.length).toBeGreaterThan(15);
  expect(lines.filter((line) => !pattern.test(line))).toEqual([]);
});

const named = Object.keys(LINES).flatMap((page) =>
  [...readText(page).matchAll(/`([\w/-]+(?:\.test\.ts|\/))`(?: _([^_]+?)(?: …)?_)?/g)].map(
    ([, path = '', title = '']) => ({ path: pathOf(path), title }),
  ),
);

test('every named test is there', () => {
  expect(named.map(({ path }) => path).filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test.each(named.filter(({ title }) => title !== ''))(
  '$path has a test with this title: $title',
  ({ path, title }) => {
    expect(readText(path)).toContain(title);
  },
);

/** A path in full, or under the tests of the store. */
function pathOf(path: string): string {
  return /^(?:packages|apps|docs)\//.test(path) ? path : join('packages/store/test', path);
}
