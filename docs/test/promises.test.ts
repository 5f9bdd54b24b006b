import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listFiles, readText, root } from './support/root.ts';

const page = readText('docs/threat-model.md');
const promises = page.split('## Promises')[1]?.split('\n## ')[0] ?? '';
const rows = promises.split('\n').filter((line) => /^\| (?!promise|-)/.test(line));
const ways = (readText('SECURITY.md').split('for that input to')[1] ?? '')
  .split('\n')
  .flatMap((line) => /^- (.+?)[;.]$/.exec(line)?.[1] ?? []);

test('there are promises, and ways to break one', () => {
  expect(rows.length).toBeGreaterThan(20);
  expect(ways.length).toBeGreaterThan(5);
});

test.each(rows)('a promise names tests that are there: %s', (row) => {
  const named = [...row.matchAll(/`((?:packages|apps|docs)\/[\w/-]+(?:\.test\.ts|\/))`/g)];
  const files = named.map(([, path = '']) => path);
  expect(files).not.toEqual([]);
  expect(files.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test.each(ways)('SECURITY: whoever could %s breaks a promise with a test', (way) => {
  expect(rows.filter((row) => row.startsWith(`| ${way} `))).toHaveLength(1);
});

test('each attack and each invariant names a test', () => {
  const tables = [page.split('## Attacks and answers')[1]?.split('\n## ')[0], readText('docs/invariants.md')];
  const held = tables
    .join('\n')
    .split('\n')
    .filter((line) => /^\| (?!attack|-| )/.test(line));
  expect(held.length).toBeGreaterThan(40);
  expect(held.filter((row) => !/`[\w/-]+(?:\.test\.ts|\/)`[^|]*\|$/.test(row))).toEqual([]);
});

test('a dependency waits a week, install scripts run by name alone, and actions are pinned by commit', () => {
  const workspace = readText('pnpm-workspace.yaml');
  expect(Number(/^minimumReleaseAge: (\d+)/m.exec(workspace)?.[1])).toBeGreaterThanOrEqual(7 * 24 * 60);
  expect(workspace).toMatch(/^allowBuilds:/m);
  const uses = listFiles('.github/workflows/*.yml').flatMap((path) => [
    ...readText(path).matchAll(/^\s*-? *uses: *(\S+)/gm),
  ]);
  expect(uses.length).toBeGreaterThan(5);
  expect(uses.map(([, action = '']) => action).filter((action) => !/@[0-9a-f]{40}$/.test(action))).toEqual(
    [],
  );
});
