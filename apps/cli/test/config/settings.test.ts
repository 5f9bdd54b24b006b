import { sha256 } from '@loopwright/store';
import { expect, test } from 'vitest';
import {
  chooseSettings,
  configsForClaude,
  type Settings,
  type Source,
  withConfigs,
} from '../../src/config/settings.ts';

const sources: readonly Source[] = [
  { kind: 'built in', values: { iterations: 10, budget: 25, minutes: null } },
  { kind: 'user', from: '/u', values: { iterations: 1, budget: 2, minutes: 3, shape: 'tool', guard: ['u'] } },
  { kind: 'project', from: '/p', values: { iterations: 4, budget: 5, guard: ['p', 'u'] } },
  { kind: 'environment', from: 'LOOP_BUDGET', values: { budget: 6 } },
  { kind: 'flag', values: { iterations: 7, guard: ['f'] } },
];

test('a flag comes before the environment, the project, the user and the built-in value', () => {
  // The order in which the sources are given says nothing.
  for (const given of [sources, sources.toReversed()])
    expect(
      chooseSettings(given).map((one) => [one.key, one.value, one.sources.map(({ kind }) => kind).join()]),
    ).toEqual([
      ['iterations', 7, 'flag'],
      ['budget', 6, 'environment'],
      ['minutes', 3, 'user'],
      ['shape', 'tool', 'user'],
      ['guard', ['f', 'p', 'u'], 'flag,project,user'],
    ]);
});

test('flags that were not typed come from the environment, then from the configs', () => {
  const env = { LOOP_BUDGET: '7.5', LOOP_MAX_ITERATIONS: 'unlimited', LOOP_SHAPE: 'tool', LOOP_OTHER: 'x' };
  const none = { sources: [] };
  expect(withConfigs({}, none, env)).toEqual({ budget: 7.5, iterations: null, shape: 'tool' });
  const typed = { budget: null, iterations: 2 };
  expect(withConfigs(typed, none, env)).toEqual({ ...typed, shape: 'tool' });
  expect(withConfigs({}, none, { LOOP_BUDGET: '' })).toEqual({});
  expect(() => withConfigs({}, none, { LOOP_SHAPE: 'round' })).toThrow('LOOP_SHAPE takes one of tool');
  const values = { budget: 3, iterations: 4, guard: ['test/**'], 'guard-strict': true } as const;
  const project = { sources: [{ kind: 'project', from: '/p', values } as const] };
  const flags: Settings & { readonly check: readonly string[] } = { check: ['tests'], guard: [] };
  const merged = { ...values, budget: 9, check: ['tests'] };
  expect(withConfigs(flags, project, { LOOP_BUDGET: '9' })).toEqual(merged);
});

test.each<readonly [string, Settings, Settings, Settings, number]>([
  [
    'only lower limits and the guard',
    { iterations: 50, budget: 5, minutes: 60_000, shape: 'tool', guard: ['test/**'] },
    {},
    { budget: 5, minutes: 60_000, guard: ['test/**'] },
    1,
  ],
  [
    'limits below those of the user’s config',
    { iterations: 20, budget: 30, tokens: 5, minutes: 9 },
    { iterations: 30, budget: 10, tokens: null, minutes: 8 },
    { iterations: 20, budget: 10, tokens: 5, minutes: 8 },
    1,
  ],
  ['everything, without a notice, if nothing is higher', { budget: 5 }, {}, { budget: 5 }, 0],
])('of a config that changed since the user typed, Claude’s start takes %s', (_what, ...row) => {
  const [project, user, expected, notices] = row;
  const configs = {
    projectFile: '/p',
    userFile: '/u',
    files: [],
    projectText: '{}',
    sources: [
      { kind: 'project', from: '/p', values: project },
      { kind: 'user', from: '/u', values: user },
    ],
    checks: new Map(),
  } as const;
  const counted = configsForClaude(configs, undefined);
  expect(withConfigs({}, counted, {})).toEqual(expected);
  expect(counted.notices).toHaveLength(notices);
  expect(configsForClaude(configs, sha256('{}'))).toBe(configs);
});
