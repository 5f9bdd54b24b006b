import { expect, test } from 'vitest';
import { withEnvironment } from '../../../src/verbs/run/env-limits.ts';

test('the environment stands in for flags that were not typed', () => {
  const env = { LOOP_BUDGET: '7.5', LOOP_MAX_ITERATIONS: 'unlimited', LOOP_SHAPE: 'tool', LOOP_OTHER: 'x' };
  expect(withEnvironment({}, env)).toEqual({ budget: 7.5, iterations: null, shape: 'tool' });
  expect(withEnvironment({ budget: 1, iterations: 2 }, env)).toEqual({
    budget: 1,
    iterations: 2,
    shape: 'tool',
  });
  expect(withEnvironment({}, { LOOP_BUDGET: '' })).toEqual({});
  expect(() => withEnvironment({}, { LOOP_SHAPE: 'round' })).toThrow('LOOP_SHAPE takes one of tool');
});
