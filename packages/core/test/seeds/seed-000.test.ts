import { describe, expect, test } from 'vitest';
import { announce } from '../../src/text/announce.ts';
import { okReason } from '../../src/text/continuation.ts';
import { parseCriteriaState, toCriteriaState } from '../../src/views/criteria-state.ts';
import type { CriteriaState } from '../../src/model/view-files.ts';
import { cancel, complete, done, pause, resume, step, stop, tick, tool } from '../support/commands.ts';
import { valueOf } from '../support/parsed.ts';
import { AT, given, type Outcome, runAfter, started } from '../support/given.ts';

/** The state file as the seed shows it. */
const STATE = {
  spec: 'original user request verbatim',
  criteria: ['tests pass', 'lint clean', 'no type errors'],
  criteriaStatus: { 'tests pass': false, 'lint clean': true, 'no type errors': false },
  exit_signal: false,
  steps: ['step1', 'step2', 'step3'],
  completedSteps: ['step1'],
  remainingSteps: ['step2', 'step3'],
  iteration: 2,
  status: 'in_progress',
  circuitBreaker: { stuckCount: 0, lastUnmet: 'tests pass' },
};
const ALL_TRUE = { 'tests pass': true, 'lint clean': true, 'no type errors': true };

const adopt = (state: CriteriaState) =>
  ({ type: 'adopt', source: { format: 'criteria', state, updatedAt: AT } }) as const;

/** What becomes of a stop when the project holds this state file and no run yet. */
function stopWith(state: object | undefined): Outcome {
  if (state === undefined) return given().whenStopped();
  const read = valueOf(parseCriteriaState({ ...STATE, ...state }));
  return given().when(adopt(read), stop);
}

describe('seed 000: stop decision logic', () => {
  test('seed 000: stop logic 1: no state file lets go', () => {
    expect(stopWith(undefined).verdict).toEqual({ kind: 'allow', rule: 'no-loop' });
  });

  test.each(['completed', 'cancelled'])('seed 000: stop logic 2: status "%s" lets go', (status) => {
    const outcome = stopWith({ status });
    expect(outcome.verdict).toEqual({ kind: 'allow', rule: 'no-loop' });
    expect(outcome.run).toBeUndefined();
  });

  test.each([
    ['paused', pause],
    ['stuck', { type: 'stop', at: AT + 7_200_001 }],
  ] as const)('seed 000: stop logic 3: the file of a %s run lets its other readers go', (status, command) => {
    const { run } = given(started()).when(command);
    expect(run?.status).toBe(status);
    expect(toCriteriaState(run!)).toMatchObject({ status: 'in_progress', circuitBreaker: { stuckCount: 5 } });
    const { run: again } = given(started()).when(pause, resume);
    expect(toCriteriaState(again!).circuitBreaker.stuckCount).toBeLessThan(5);
  });

  test.each([
    [5, 'tests pass'],
    [5, 'another criterion'],
    [5, ''],
    [9, 'tests pass'],
  ])('seed 000: stop logic 3: stuckCount %i, last unmet "%s", lets go', (stuckCount, lastUnmet) => {
    const outcome = stopWith({ circuitBreaker: { stuckCount, lastUnmet } });
    expect(outcome.verdict).toMatchObject({ kind: 'allow', rule: 'breaker' });
    expect(outcome.run).toMatchObject({
      status: 'stuck',
      ending: { kind: 'stuck', cause: { breaker: 'same-criterion' } },
    });
  });

  test.each([
    // Its writer counted the iteration that this stop ends.
    [4, 'tests pass'],
    [4, 'another criterion'],
    [4, ''],
  ])('seed 000: stop logic 3: stuckCount %i, last unmet "%s", keeps going', (stuckCount, lastUnmet) => {
    expect(stopWith({ circuitBreaker: { stuckCount, lastUnmet } }).verdict?.kind).toBe('block');
  });
});

describe('seed 000: dual-condition exit: stop logic 4 lets go, stop logic 5 keeps going and names the unmet', () => {
  test.each([
    [false, false, 'block', 'unmet criteria: tests pass, no type errors'],
    [false, true, 'block', 'unmet criteria: tests pass, no type errors'],
    [true, false, 'block', 'exit_signal not set: confirm completion'],
    [true, true, 'allow', 'complete'],
  ])('seed 000: criteria met %s, exit_signal %s: %s, %s', (isMet, exitSignal, kind, reason) => {
    const { verdict } = stopWith({
      criteriaStatus: isMet ? ALL_TRUE : STATE.criteriaStatus,
      exit_signal: exitSignal,
    });
    expect(verdict?.kind).toBe(kind);
    expect(okReason(verdict!)).toBe(reason);
  });
});

describe('seed 000: state file', () => {
  test('seed 000: the schema of the seed parses as it stands, and a run gives it back', () => {
    const parsed = parseCriteriaState(JSON.stringify(STATE));
    expect(parsed).toEqual({ ok: true, value: STATE });
    const { run } = given().when(adopt(STATE as CriteriaState));
    expect(toCriteriaState(run!)).toEqual(STATE);
  });

  test('seed 000: on loop start every criterion is false, exit_signal is false and the breaker is fresh', () => {
    const run = runAfter({
      type: 'start',
      spec: 'do it',
      criteria: [{ name: 'tests pass' }, { name: 'lint clean' }],
      steps: ['one', 'two'],
    });
    expect(toCriteriaState(run)).toEqual({
      spec: 'do it',
      criteria: ['tests pass', 'lint clean'],
      criteriaStatus: { 'tests pass': false, 'lint clean': false },
      exit_signal: false,
      steps: ['one', 'two'],
      completedSteps: [],
      remainingSteps: ['one', 'two'],
      iteration: 0,
      status: 'in_progress',
      circuitBreaker: { stuckCount: 0, lastUnmet: '' },
    });
  });

  test.each([
    ['the same criterion is unmet again', 'tests pass', 2, [2, 3]],
    ['another criterion is unmet first', 'lint clean', 2, [0, 1]],
    ['it was never looked at', '', 0, [0, 1]],
  ])('seed 000: on each iteration: stuckCount when %s', (_when, lastUnmet, stuckCount, expected) => {
    const adopted = adopt(
      valueOf(parseCriteriaState({ ...STATE, circuitBreaker: { stuckCount, lastUnmet } })),
    );
    const counts = [[stop], [stop, tool, stop]].map(
      (stops) => toCriteriaState(given().when(adopted, ...stops).run!).circuitBreaker.stuckCount,
    );
    expect(counts).toEqual(expected);
  });

  test('seed 000: on completion status is completed and exit_signal is true, for every kind of claim', () => {
    const { run } = given(started({ criteria: [{ name: 'tests pass' }] })).when(tick('tests pass'), complete);
    expect(toCriteriaState(run!)).toMatchObject({ status: 'completed', exit_signal: true });
  });

  test('seed 000: on cancel the status is cancelled and progress is preserved', () => {
    const { run } = given(started({ steps: ['one', 'two'] })).when(step('done', 'one'), cancel);
    expect(toCriteriaState(run!)).toMatchObject({
      status: 'cancelled',
      completedSteps: ['one'],
      remainingSteps: ['two'],
    });
  });
});

describe('seed 000: session resume', () => {
  test('seed 000: the resume announcement, letter by letter', () => {
    const { run } = given().when(adopt(STATE as CriteriaState));
    expect(announce({ kind: 'resume', run: run! })).toBe(
      [
        '[LOOP RESUME] Active loop detected',
        'Spec: original user request verbatim',
        'Progress: 1/3 steps | Iteration: 2',
        'Unmet criteria: tests pass, no type errors',
        'Next: step2',
      ].join('\n'),
    );
  });

  test('seed 000: with nothing unmet and no step left the announcement says so', () => {
    const run = runAfter({ type: 'start', spec: 'x' });
    expect(announce({ kind: 'resume', run })).toBe(
      '[LOOP RESUME] Active loop detected\nSpec: x\nProgress: 0/0 steps | Iteration: 0\nUnmet criteria: none\nNext: none',
    );
  });
});

test('seed 000: a whole loop, from start to the marker', () => {
  const loop = given(started({ criteria: [{ name: 'tests pass' }] }));
  const claimed = [stop, done, stop] as const;
  expect(loop.when(stop).verdict).toMatchObject({ kind: 'block', rule: 'continue', iteration: 1 });
  expect(loop.when(...claimed).verdict).toMatchObject({ kind: 'block', rule: 'unproved', iteration: 2 });
  expect(loop.when(...claimed, tick('tests pass')).notices).toEqual([{ code: 'all-met' }]);
  expect(loop.when(...claimed, tick('tests pass'), stop)).toMatchObject({
    verdict: { kind: 'allow', rule: 'done', ending: { kind: 'claimed' } },
    frame: { iteration: 2 },
  });
});
