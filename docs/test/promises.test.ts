import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listFiles, readText, root } from './support/root.ts';

const { unkeptPromises } = (await import(join(root, '.ci/promises.mjs'))) as {
  unkeptPromises(page: string, reports: readonly object[]): readonly string[];
};
const page = readText('docs/threat-model.md');
const ways = (readText('SECURITY.md').split('for that input to')[1] ?? '')
  .split('\n')
  .flatMap((line) => /^- (.+?)[;.]$/.exec(line)?.[1] ?? []);

/** A report in which the tests of each file end so. */
function reportOf(files: Readonly<Record<string, Readonly<Record<string, string>>>>) {
  const testResults = Object.entries(files).map(([path, tests]) => ({
    name: `/elsewhere/${path}`,
    assertionResults: Object.entries(tests).map(([title, status]) => ({ title, status })),
  }));
  return [{ testResults }];
}

// Only `.ci/summary.mjs` can look at the reports of all packages: these tests run beside theirs.
test('CI counts a promise as broken whose named test did not run, failed, or was skipped', () => {
  const list = '## Promises\n\n- it holds (`docs/test/a.test.ts` _that one_, `docs/test/b/`)\n\n## Next';
  const unkept = (
    a: Readonly<Record<string, string>>,
    b: Readonly<Record<string, string>> = { x: 'passed' },
  ) => unkeptPromises(list, reportOf({ 'docs/test/a.test.ts': a, 'docs/test/b/c.test.ts': b }));
  expect(unkept({ 'that one': 'passed', another: 'failed' })).toEqual([]);
  const about = 'no proof of "it holds": docs/test/a.test.ts "that one"';
  expect(unkept({ 'that one': 'failed' })).toEqual([`${about} failed`]);
  expect(unkept({ 'that one': 'pending' })).toEqual([`${about} was skipped`]);
  expect(unkept({ another: 'passed' })).toEqual([`${about} did not run`]);
  expect(unkept({ 'that one': 'passed' }, { x: 'passed', y: 'failed' })).toEqual([
    'no proof of "it holds": docs/test/b/ failed',
  ]);
  // Every test that the real list names is looked up.
  expect(unkeptPromises(page, []).length).toBeGreaterThan(50);
});

test.each(ways)('SECURITY: whoever could %s breaks a promise with a test', (way) => {
  expect(page.split(`\n- ${way} (`)).toHaveLength(2);
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
