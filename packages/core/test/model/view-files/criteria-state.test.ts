import { expect, test } from 'vitest';
import { criteriaStateSchema as criteriaState } from '../../../src/model/view-files.ts';
import { expected, findings } from '../../support/wire.ts';

const STATE = {
  whole: {
    spec: 'x',
    criteria: ['a', 'b'],
    criteriaStatus: { a: true, b: false },
    exit_signal: false,
    steps: ['s'],
    completedSteps: ['s'],
    remainingSteps: ['t'],
    iteration: 1,
    status: 'in_progress',
    circuitBreaker: { stuckCount: 0, lastUnmet: 'b', mine: true },
    owner: 'another program',
  },
  // Which criteria there are is the file's own, and so is what another program put there.
  mayLack: ['criteriaStatus.a', 'criteriaStatus.b', 'circuitBreaker.mine', 'owner'],
};

test('state.json comes through whole with the fields of other programs', () => {
  const { parsed, mayLack } = findings(criteriaState, STATE);
  expect({ parsed, mayLack }).toEqual({
    parsed: expected(STATE).parsed,
    mayLack: expected(STATE).mayLack,
  });
});

test('no field of the seed takes another kind of value', () => {
  const { owner: _owner, circuitBreaker, ...rest } = STATE.whole;
  const { mine: _mine, ...breaker } = circuitBreaker;
  const own = {
    whole: { ...rest, circuitBreaker: breaker },
    mayLack: ['criteriaStatus.a', 'criteriaStatus.b'],
  };
  expect(findings(criteriaState, own)).toEqual(expected(own));
});

test.each([
  ['missing', undefined],
  ['null', null],
  ['a text', 'a'],
  ['an empty text', ''],
  ['a number', 1],
  ['a function', () => true],
  ['a list', []],
  ['a list of what a status can be', [true]],
  ['a map in which one status is a word', { a: true, b: 'yes' }],
  ['a map in which no status is one', { a: 1, b: null }],
])('a status of the criteria that is %s is refused', (_what, criteriaStatus) => {
  expect(criteriaState.safeParse({ ...STATE.whole, criteriaStatus }).success).toBe(false);
});
