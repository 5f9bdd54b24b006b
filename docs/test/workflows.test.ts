import { expect, test } from 'vitest';
import { lintWorkflow } from './support/lint-workflow.ts';
import { listFiles, readJson, readText } from './support/root.ts';

const workflows = listFiles('.github/workflows/*.yml').toSorted();

test.each(workflows)('actionlint finds nothing in %s', async (path) => {
  expect(await lintWorkflow(readText(path), path)).toEqual([]);
});

test('CI tests changes on every promised system and Node', () => {
  const ci = readText('.github/workflows/ci.yml');
  expect(ci).toContain('os: [ubuntu-latest, macos-latest, windows-latest]');
  expect(ci).toContain('node: [20, 22, 24, 26]');
});

test('only the job that publishes may ask for an identity, and none is given a secret', () => {
  const release = readText('.github/workflows/release.yml');
  expect(release.match(/id-token: write/g)).toHaveLength(1);
  expect(release.indexOf('id-token: write')).toBeGreaterThan(release.indexOf('  publish:\n'));
  expect(release).not.toMatch(/secrets\./);
});

test('the workflows take the pnpm that the workspace names', () => {
  const named = [...readText('.github/workflows/release.yml').matchAll(/pnpm@[\d.]+/g)].map(String);
  expect(new Set(named)).toEqual(new Set([readJson('package.json')['packageManager']]));
});
