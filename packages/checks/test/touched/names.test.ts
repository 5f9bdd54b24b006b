import { expect, test } from 'vitest';
import { environmentOf } from '../../src/environment-of.ts';
import { matchesPattern } from '../../src/touched/touched-since.ts';

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
