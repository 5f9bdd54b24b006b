import { describe, expect, test } from 'vitest';
import type { Run } from '../../src/model/run.ts';
import { parseCriteriaState, toCriteriaState } from '../../src/views/criteria-state.ts';
import type { CriteriaState } from '../../src/model/view-files.ts';
import { AT, type AnyLoose, type Outcome, put, runAfter } from '../support/given.ts';

const loop = { type: 'start', criteria: [{ name: 'c' }], steps: ['a', 'a', 'a', 'b'] } as const;
const step = (action: 'done', name: string): AnyLoose => ({ type: 'step', action, step: name });

/** The result of a file projected as `base` and found as `edited`, as changes of the run. */
function edit(run: Run, edited: object, base: object = {}): Outcome {
  const stateWith = (change: object): CriteriaState => {
    const parsed = parseCriteriaState(JSON.stringify({ ...toCriteriaState(run), ...change }));
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
    return parsed.value;
  };
  return put(run, { type: 'import', at: AT, base: stateWith(base), edited: stateWith(edited) });
}

describe('an unchanged file', () => {
  test.each([
    { status: 'cancelled' },
    { status: 'completed' },
    { exit_signal: true },
    { iteration: 7 },
    { spec: 'Another' },
    { colour: 'blue' },
  ])('changes nothing, although the run has moved on: %j', (same) => {
    const outcome = edit(runAfter(loop), same, same);
    expect(outcome.events).toEqual([]);
    expect(outcome.notices).toEqual([]);
  });
});

describe('steps in a file', () => {
  const ticked = runAfter(loop, step('done', '1'), step('done', '2'), step('done', '3'));
  const stepsOf = ({ frame }: Outcome): string[] =>
    frame.steps.map(({ name, isDone }) => `${name}${isDone ? '!' : ''}`);

  test('are taken back from the last of equal names', () => {
    const outcome = edit(ticked, { completedSteps: ['a', 'a'] });
    expect(stepsOf(outcome)).toEqual(['a!', 'a!', 'a', 'b']);
    expect(stepsOf(edit(ticked, { completedSteps: [] }))).toEqual(['a', 'a', 'a', 'b']);
  });

  test('are ticked from the first of equal names', () => {
    expect(stepsOf(edit(runAfter(loop), { completedSteps: ['a'] }))).toEqual(['a!', 'a', 'a', 'b']);
  });

  test('can be dropped while they are open, from the last, and without a word', () => {
    const outcome = edit(runAfter(loop), { steps: ['a', 'b'] });
    expect(stepsOf(outcome)).toEqual(['a', 'b']);
    expect(outcome.notices).toEqual([]);
  });

  test('that are ticked and dropped at once are ticked, and stay', () => {
    const outcome = edit(runAfter(loop), { steps: ['a', 'a', 'a'], completedSteps: ['b'] });
    expect(stepsOf(outcome)).toEqual(['a', 'a', 'a', 'b!']);
  });

  test('with an invalid name are the only ones refused', () => {
    const outcome = edit(runAfter(loop), { steps: ['a', 'a', 'a', 'b', 'x'.repeat(5_000), 'c'] });
    expect(stepsOf(outcome)).toEqual(['a', 'a', 'a', 'b', 'c']);
    expect(outcome.notices).toEqual([
      { code: 'edit-refused', field: 'steps', reason: 'bad-name', subject: 'x'.repeat(5_000) },
    ]);
    expect(outcome.frame.notes).toEqual([
      { kind: 'edit-refused', field: 'steps', reason: 'bad-name', subject: 'x'.repeat(5_000) },
    ]);
  });
});

describe('an iteration in a file', () => {
  test('counts where it is one more than the file and the run had, and only then', () => {
    expect(edit(runAfter(loop), { iteration: 1 }, { iteration: 0 }).types).toEqual(['counted-ahead']);
    expect(edit(runAfter(loop), { iteration: 1 }, { iteration: 5 }).notices).toMatchObject([
      { code: 'edit-refused', field: 'iteration', reason: 'machine-counts' },
    ]);
    expect(edit(runAfter(loop), { iteration: 6 }, { iteration: 5 }).notices).toMatchObject([
      { code: 'edit-refused', field: 'iteration', reason: 'machine-counts' },
    ]);
  });
});

describe('a claim in a file', () => {
  test('is either word of seed 000, and taken down once', () => {
    expect(edit(runAfter(loop), { status: 'completed' }).events).toEqual([
      { type: 'signalled', at: AT, isDone: true },
    ]);
    expect(edit(runAfter(loop), { exit_signal: true }).events).toEqual([
      { type: 'signalled', at: AT, isDone: true },
    ]);
    const claimed = runAfter(loop, { type: 'signal', isDone: true });
    expect(edit(claimed, { exit_signal: false }).events).toEqual([
      { type: 'signalled', at: AT, isDone: false },
    ]);
    expect(edit(claimed, { status: 'completed' }).events).toEqual([]);
  });
});

describe('a step that is taken out of a file', () => {
  test('goes without a word of refusal while it is open', () => {
    const outcome = edit(runAfter(loop), { steps: ['a', 'a', 'b'], remainingSteps: ['a', 'a', 'b'] });
    expect(outcome.types).toEqual(['step-removed']);
    expect(outcome.frame.steps.map(({ name }) => name)).toEqual(['a', 'a', 'b']);
  });

  test('stays where the same edit says that it is done', () => {
    const run = runAfter({ type: 'start', steps: ['a'] });
    const base = toCriteriaState(run);
    const edited = { ...base, steps: [], remainingSteps: [], completedSteps: ['a'] };
    const { frame, types } = put(run, { type: 'import', at: AT, base, edited });
    expect(frame.steps).toEqual([{ name: 'a', isDone: true }]);
    expect(types).toEqual(['stepped', 'noted']);
  });
});
