import { expect, test } from 'vitest';
import { parseOptions } from '../src/options.ts';

test('no flags mean a full run without output files', () => {
  expect(parseOptions([])).toEqual({
    pace: 'full',
    json: undefined,
    peers: undefined,
    writesReadme: false,
    only: [],
  });
});

test('every flag works, also after the separator that package managers pass on', () => {
  const args = ['--', '--quick', '--json', 'a.json', '--peers=hooks', '--write-readme', '--only', 'bundle'];
  expect(parseOptions(args)).toEqual({
    pace: 'quick',
    json: 'a.json',
    peers: 'hooks',
    writesReadme: true,
    only: ['bundle'],
  });
});

test('an unknown flag is an error', () => {
  expect(() => parseOptions(['--fast'])).toThrow(/--fast/);
});
