import { expect, test } from 'vitest';
import { lintWorkflow } from './support/lint-workflow.ts';
import { listFiles, readJson, readText } from './support/root.ts';

const workflows = listFiles('.github/workflows/*.yml').toSorted();

test('there is a workflow for changes, one for every night, one for releases, and one for others to call', () => {
  expect(workflows).toEqual(
    ['ci', 'loop', 'nightly', 'release'].map((name) => `.github/workflows/${name}.yml`),
  );
});

test.each(workflows)('actionlint finds nothing in %s', async (path) => {
  expect(await lintWorkflow(readText(path), path)).toEqual([]);
});

test('actionlint does find a job that waits for one that is not there', async () => {
  const text = 'on: push\njobs:\n  a:\n    needs: b\n    runs-on: ubuntu-latest\n    steps: [run: ls]\n';
  expect((await lintWorkflow(text, '.github/workflows/a.yml')).join('\n')).toContain('needs job "b"');
});

test.each(workflows)('%s runs only actions pinned by commit', (path) => {
  const uses = [...readText(path).matchAll(/^.*\buses: (.*)$/gm)].map(([, action]) => action);
  expect(uses.length).toBeGreaterThan(0);
  for (const action of uses) expect(action).toMatch(/^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
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
