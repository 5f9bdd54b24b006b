import { expect, test } from 'vitest';
import { environmentOf } from '../../src/environment-of.ts';
import { matchesPattern } from '../../src/touched/matches-pattern.ts';
import { proofFileKind } from '../../src/touched/proof-file-kind.ts';

test.each([
  ['test/**', 'test/a.js', true],
  ['test/**', 'test/deep/a.js', true],
  ['test', 'test/a.js', true],
  ['test/', 'test/a.js', true],
  ['./test/*.js', 'test/a.js', true],
  ['test/*.js', 'test/deep/a.js', false],
  ['**/*.test.{js,ts}', 'a.test.ts', true],
  ['**/*.test.{js,ts}', 'src/deep/a.test.js', true],
  ['**/*.test.{js,ts}', 'src/a.js', false],
  ['a?.txt', 'ab.txt', true],
  ['a+(b).txt', 'a+(b).txt', true],
  ['test/**', 'latest/a.js', false],
  ['{', '{', true],
])('the pattern %s and the path %s: %s', (pattern, path, isMatch) => {
  expect(matchesPattern(path, pattern)).toBe(isMatch);
});

test.each([
  ['src/a.test.ts', 'test'],
  ['pkg/a_test.go', 'test'],
  ['test_a.py', 'test'],
  ['conftest.py', 'test'],
  ['src/__tests__/a.js', 'test'],
  ['src/FooTest.java', 'test'],
  ['src/latest.js', undefined],
  ['src/contest/a.js', undefined],
  ['src/inspect.js', undefined],
  ['a/package.json', 'scripts'],
  ['yarn.lock', 'lockfile'],
  ['.npmrc', 'config'],
  ['Makefile', 'config'],
  ['jest.config.mjs', 'config'],
  ['.gitlab-ci.yml', 'ci'],
  ['.dockerignore', 'ignore'],
  ['README.md', undefined],
])('the kind of %s is %s', (path, kind) => {
  expect(proofFileKind(path, [])).toBe(kind);
});

test('a file of a command is found in the folder of its check, also without its extension', () => {
  const checks = [{ command: ['node', './scripts/check'], folder: 'app' }];
  expect(proofFileKind('app/scripts/check.mjs', checks)).toBe('command');
  expect(proofFileKind('scripts/check.mjs', checks)).toBeUndefined();
});

test('the environment holds names and digests, and neither values nor secrets', () => {
  const env = {
    PATH: '/usr/bin',
    NODE_OPTIONS: '',
    npm_config_script_shell: 'x',
    LANG: 'C',
    npm_config__authToken: 's',
  };
  const found = environmentOf(env);
  expect(Object.keys(found)).toEqual(['NODE_OPTIONS', 'PATH', 'npm_config_script_shell']);
  expect(Object.values(found).every((value) => /^[0-9a-f]{8}$/.test(value))).toBe(true);
  expect(environmentOf({ PATH: '/shim:/usr/bin' })).not.toEqual(environmentOf({ PATH: '/usr/bin' }));
});
