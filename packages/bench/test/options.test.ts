import { expect, test } from 'vitest';
import { parseOptions } from '../src/options.ts';

test('nothing said is a full run that writes nothing', () => {
  expect(parseOptions([])).toEqual({
    pace: 'full',
    json: undefined,
    peers: undefined,
    writesReadme: false,
    only: [],
  });
});

test('every flag is understood, also behind the separator that package managers hand on', () => {
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
