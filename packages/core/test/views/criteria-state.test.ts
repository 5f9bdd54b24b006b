import { expect, test } from 'vitest';
import { parseCriteriaState, toCriteriaState } from '../../src/views/criteria-state.ts';
import { AT, given, openedWith } from '../support/given.ts';

const DEFAULTS = {
  spec: '',
  criteria: [],
  criteriaStatus: {},
  exit_signal: false,
  steps: [],
  completedSteps: [],
  remainingSteps: [],
  iteration: 0,
  status: 'in_progress',
  circuitBreaker: { stuckCount: 0, lastUnmet: '' },
};

const nulls = Object.fromEntries(Object.keys(DEFAULTS).map((key) => [key, null]));

test.each<readonly [object, object]>([
  [{ spec: 'x' }, { spec: 'x' }],
  [{ spec: 'x', circuitBreaker: {} }, { spec: 'x' }],
  [{ criteria: ['a'] }, { criteria: ['a'], criteriaStatus: { a: false } }],
  // A field that is null says nothing.
  [nulls, {}],
])('a state file that says little, %j, takes its defaults', (file, fields) => {
  expect(parseCriteriaState(file)).toEqual({ ok: true, value: { ...DEFAULTS, ...fields } });
});

test('a run without a frame has a state file that asks for nothing', () => {
  const { run } = given(openedWith({}, { frames: [] }));
  expect(toCriteriaState(run!)).toEqual(DEFAULTS);
});

test.each([
  ['draft', 'in_progress'],
  ['active', 'in_progress'],
  ['paused', 'in_progress'],
  ['stuck', 'in_progress'],
  ['completed', 'completed'],
  ['aborted', 'cancelled'],
  ['cancelled', 'cancelled'],
] as const)('a run that is %s stands in its file as %s', (status, name) => {
  const { run } = given(openedWith({}, { status }));
  expect(toCriteriaState(run!).status).toBe(name);
});

test('the file of a loop that gave up says over, but not completed', () => {
  const { run } = given(openedWith({}, { status: 'completed', ending: { kind: 'gave-up', at: AT } }));
  expect(toCriteriaState(run!).status).toBe('cancelled');
});
