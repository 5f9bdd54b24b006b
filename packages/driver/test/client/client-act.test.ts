import { expect, test } from 'vitest';
import { targetOf } from '../../src/client/client-act.ts';

test.each([
  [{ file_path: 'a.ts', description: 'x' }, 'a.ts'],
  [{ command: 'npm test', description: 'Runs the tests' }, 'npm test'],
  [{ pattern: 'foo', path: 'src' }, 'foo'],
  [{ file_path: 7, query: 'q' }, 'q'],
  [{}, undefined],
  [null, undefined],
  ['text', undefined],
])('the target of %j is %s', (input, target) => {
  expect(targetOf(input)).toBe(target);
});
