import { expect, test } from 'vitest';
import type { Configs } from '../../src/config/read-configs.ts';
import type { Settings } from '../../src/config/settle.ts';
import { withConfigs } from '../../src/config/with-configs.ts';

const none: Configs = {
  projectFile: '/p',
  userFile: undefined,
  files: [],
  projectText: '',
  sources: [],
  checks: new Map(),
};
const project: Configs = {
  ...none,
  sources: [{ kind: 'project', from: '/p', values: { budget: 3, iterations: 4, shape: 'colleague' } }],
};

test('the environment stands in for flags that were not typed', () => {
  const env = { LOOP_BUDGET: '7.5', LOOP_MAX_ITERATIONS: 'unlimited', LOOP_SHAPE: 'tool', LOOP_OTHER: 'x' };
  expect(withConfigs({}, none, env)).toEqual({ budget: 7.5, iterations: null, shape: 'tool' });
  expect(withConfigs({ budget: 1, iterations: 2 }, none, env)).toEqual({
    budget: 1,
    iterations: 2,
    shape: 'tool',
  });
  expect(withConfigs({}, none, { LOOP_BUDGET: '' })).toEqual({});
  expect(() => withConfigs({}, none, { LOOP_SHAPE: 'round' })).toThrow('LOOP_SHAPE takes one of tool');
});

test('the config stands in for flags and variables that are absent', () => {
  const flags: Settings & { readonly check: readonly string[] } = { check: ['tests'] };
  expect(withConfigs(flags, project, { LOOP_BUDGET: '9' })).toEqual({
    check: ['tests'],
    budget: 9,
    iterations: 4,
    shape: 'colleague',
  });
});
