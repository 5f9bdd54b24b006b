import { expect, test } from 'vitest';
import { settle, settledValues, type Source } from '../../src/config/settle.ts';

const sources: readonly Source[] = [
  { kind: 'built in', values: { iterations: 10, budget: 25, minutes: null } },
  { kind: 'user', from: '/u', values: { iterations: 1, budget: 2, minutes: 3, shape: 'tool', guard: ['u'] } },
  { kind: 'project', from: '/p', values: { iterations: 4, budget: 5, guard: ['p', 'u'] } },
  { kind: 'environment', from: 'LOOP_BUDGET', values: { budget: 6 } },
  { kind: 'flag', values: { iterations: 7, guard: ['f'] } },
];

test('a flag comes before the environment, the project, the user and the built-in value', () => {
  const settled = settle(sources).map(({ key, value, sources: from }) => [
    key,
    value,
    from.map(({ kind }) => kind).join(),
  ]);
  expect(settled).toEqual([
    ['iterations', 7, 'flag'],
    ['budget', 6, 'environment'],
    ['minutes', 3, 'user'],
    ['shape', 'tool', 'user'],
    ['guard', ['f', 'p', 'u'], 'flag,project,user'],
  ]);
});

test('the order in which the sources are given says nothing', () => {
  expect(settledValues(sources.toReversed())).toEqual(settledValues(sources));
});

test('no limit at all is a value, nothing is none', () => {
  expect(settledValues([{ kind: 'flag', values: { budget: null } }, ...sources]).budget).toBeNull();
  expect(settledValues([])).toEqual({});
});

test('no source takes away the guard of another one', () => {
  const guards = settledValues([
    { kind: 'flag', values: { guard: [] } },
    { kind: 'project', values: { guard: ['test/**'], 'guard-strict': true } },
  ]);
  expect(guards).toEqual({ guard: ['test/**'], 'guard-strict': true });
});
