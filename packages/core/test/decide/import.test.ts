import { describe, expect, test } from 'vitest';
import type { Run } from '../../src/model/run.ts';
import { parseCriteriaState, toCriteriaState } from '../../src/views/criteria-state.ts';
import type { CriteriaState } from '../../src/model/view-files.ts';
import { AT, given, happened, openedWith, type Outcome, put, result, started } from '../support/given.ts';

const history = started({
  criteria: [{ name: 'lint clean' }, { name: 'tests pass', check: { command: 'npm test' } }],
  steps: ['one', 'two', 'one'],
});

/** What becomes of an edit of the state file, read back the way it would be. */
function edit(
  change: (state: CriteriaState) => object,
  run = given(history).run as Run,
  base?: CriteriaState,
): Outcome {
  const projected = base ?? toCriteriaState(run);
  const edited = parseCriteriaState(JSON.stringify({ ...projected, ...change(projected) }));
  if (!edited.ok) throw new Error(JSON.stringify(edited.problems));
  return put(run, { type: 'import', at: AT, base: projected, edited: edited.value });
}

const stepsOf = ({ frame }: Outcome): string[] =>
  frame.steps.map(({ name, isDone }) => `${isDone ? 'x' : '.'} ${name}`);

test('an edit that can’t be read is noted with its field and its reason, and changes nothing else', () => {
  const run = given(history).run as Run;
  const state = toCriteriaState(run);
  const problem = { field: 'iteration', reason: 'expected a number' };
  const outcome = put(run, { type: 'import', at: AT, base: state, edited: state, problem });
  expect(outcome.events).toEqual([{ type: 'noted', at: AT, note: { kind: 'edit-refused', ...problem } }]);
  expect(outcome.notices).toEqual([{ code: 'edit-refused', ...problem }]);
});

describe('the trust rule', () => {
  test('a criterion with a check can’t be ticked by hand: the edit is undone and said', () => {
    const outcome = edit(({ criteriaStatus }) => ({
      criteriaStatus: { ...criteriaStatus, 'tests pass': true },
    }));
    expect(outcome.frame.criteria[1]).toEqual({
      name: 'tests pass',
      check: { command: 'npm test' },
      failures: 0,
    });
    expect(outcome.notices).toEqual([{ code: 'tick-undone', criterion: 'tests pass' }]);
    expect(outcome.frame.notes).toEqual([{ kind: 'tick-undone', criterion: 'tests pass' }]);
    const next = given(outcome.run ? [{ type: 'opened', at: AT, run: outcome.run }] : []).whenStopped();
    expect(next.verdict).toMatchObject({
      kind: 'block',
      notes: [{ kind: 'tick-undone', criterion: 'tests pass' }],
    });
  });

  test('nor be taken back by hand once its check passed', () => {
    const run = given(history).when({ type: 'verify', results: [result('tests pass', true)] }).run as Run;
    const outcome = edit(
      ({ criteriaStatus }) => ({ criteriaStatus: { ...criteriaStatus, 'tests pass': false } }),
      run,
    );
    expect(outcome.frame.criteria[1]?.evidence?.passed).toBe(true);
    expect(outcome.notices).toEqual([
      { code: 'edit-refused', field: 'criteriaStatus', reason: 'checked', subject: 'tests pass' },
    ]);
  });

  test('a criterion without a check can, and is recorded as claimed', () => {
    const ticked = edit(({ criteriaStatus }) => ({
      criteriaStatus: { ...criteriaStatus, 'lint clean': true },
    }));
    expect(ticked.frame.criteria[0]?.tick).toEqual({ at: AT, basis: 'observation' });
    const unticked = edit(
      ({ criteriaStatus }) => ({ criteriaStatus: { ...criteriaStatus, 'lint clean': false } }),
      ticked.run,
    );
    expect(unticked.frame.criteria[0]?.tick).toBeUndefined();
  });

  test('a criterion can be added, ticked or not, but not dropped', () => {
    const added = edit(({ criteria, criteriaStatus }) => ({
      criteria: [...criteria, 'docs', 'types'],
      criteriaStatus: { ...criteriaStatus, docs: true },
    }));
    expect(added.frame.criteria.slice(2)).toEqual([
      { name: 'docs', failures: 0, tick: { at: AT, basis: 'observation' } },
      { name: 'types', failures: 0 },
    ]);
    const dropped = edit(() => ({ criteria: ['lint clean'], criteriaStatus: {} }));
    expect(dropped.frame.criteria).toHaveLength(2);
    expect(dropped.notices).toEqual([
      { code: 'edit-refused', field: 'criteria', reason: 'criteria-stay', subject: 'tests pass' },
    ]);
  });

  test('a name that can’t be one is refused, and said', () => {
    const outcome = edit(({ criteria, criteriaStatus }) => ({
      criteria: [...criteria, 'a\nb'],
      criteriaStatus: { ...criteriaStatus, 'a\nb': true },
      steps: ['one', 'two', 'one', ''],
    }));
    expect(outcome.types).toEqual(['noted', 'noted']);
    expect(outcome.notices).toEqual([
      { code: 'edit-refused', field: 'criteria', reason: 'bad-name', subject: 'a\nb' },
      { code: 'edit-refused', field: 'steps', reason: 'bad-name', subject: '' },
    ]);
  });

  test('criteria and states named like what every object has are nothing special', () => {
    const outcome = edit(({ criteria, criteriaStatus }) => ({
      criteria: [...criteria, 'constructor', 'toString'],
      criteriaStatus: { ...criteriaStatus, constructor: true },
    }));
    expect(outcome.frame.criteria.slice(2)).toMatchObject([
      { name: 'constructor', tick: { basis: 'observation' } },
      { name: 'toString', failures: 0 },
    ]);
  });

  test('a criterion that the run got meanwhile keeps its check', () => {
    const base = toCriteriaState(given(history).run as Run);
    const run = given(history).when({
      type: 'criterion',
      action: 'add',
      name: 'docs',
      check: { command: 'x' },
    }).run as Run;
    const outcome = edit(
      ({ criteria, criteriaStatus }) => ({
        criteria: [...criteria, 'docs'],
        criteriaStatus: { ...criteriaStatus, docs: true },
      }),
      run,
      base,
    );
    expect(outcome.frame.criteria.at(-1)).toMatchObject({ name: 'docs', check: { command: 'x' } });
    expect(outcome.notices).toEqual([{ code: 'tick-undone', criterion: 'docs' }]);
  });

  test('a criterion that the run dropped meanwhile is not ticked', () => {
    const base = toCriteriaState(given(history).run as Run);
    const run = given(history).when({
      type: 'criterion',
      action: 'remove',
      name: 'lint clean',
      by: 'user',
    }).run as Run;
    const outcome = put(run, {
      type: 'import',
      at: AT,
      base,
      edited: {
        ...base,
        criteria: ['tests pass'],
        criteriaStatus: { 'lint clean': true, 'tests pass': false },
      },
    });
    expect(outcome.types).toEqual(['noted']);
  });
});

describe('the claim', () => {
  test('exit_signal is taken over, both ways', () => {
    const said = edit(() => ({ exit_signal: true }));
    expect(said.frame.exitSignal).toBe(true);
    expect(edit(() => ({ exit_signal: false }), said.run).frame.exitSignal).toBe(false);
  });

  test('status completed claims, too, but completes nothing by itself', () => {
    const outcome = edit(() => ({ status: 'completed' }));
    expect(outcome.types).toEqual(['signalled']);
    expect(outcome.run?.status).toBe('active');
    expect(outcome.frame.exitSignal).toBe(true);
  });

  test('a claim that stands already changes nothing', () => {
    const run = given(history).when({ type: 'signal', isDone: true }).run as Run;
    expect(edit(() => ({ status: 'completed' }), run).types).toEqual([]);
    const base = toCriteriaState(given(history).run as Run);
    expect(edit(() => ({ exit_signal: true }), run, base).types).toEqual([]);
  });

  test('status cancelled cancels', () => {
    const { run } = edit(() => ({ status: 'cancelled', exit_signal: true }));
    expect(run).toMatchObject({ status: 'cancelled', ending: { reason: 'state.json' } });
    expect(run?.frames[0]?.exitSignal).toBe(false);
  });
});

describe('steps', () => {
  test('are ticked and unticked, of equal names as many as were', () => {
    const once = edit(() => ({ completedSteps: ['one'], remainingSteps: ['two', 'one'] }));
    expect(stepsOf(once)).toEqual(['x one', '. two', '. one']);
    const twice = edit(() => ({ completedSteps: ['one', 'one'], remainingSteps: ['two'] }), once.run);
    expect(stepsOf(twice)).toEqual(['x one', '. two', 'x one']);
    const back = edit(() => ({ completedSteps: ['one'], remainingSteps: ['two', 'one'] }), twice.run);
    expect(stepsOf(back)).toEqual(['x one', '. two', '. one']);
  });

  test('are planned, done or not', () => {
    const outcome = edit(() => ({
      steps: ['one', 'two', 'one', 'three', 'three'],
      completedSteps: ['three'],
      remainingSteps: [],
    }));
    expect(stepsOf(outcome)).toEqual(['. one', '. two', '. one', 'x three', '. three']);
  });

  test('that the run got meanwhile are not planned twice', () => {
    const base = toCriteriaState(given(history).run as Run);
    const run = given(history).when({ type: 'step', action: 'add', step: 'three' }).run as Run;
    expect(stepsOf(edit(() => ({ steps: ['one', 'two', 'one', 'three'] }), run, base))).toEqual([
      '. one',
      '. two',
      '. one',
      '. three',
    ]);
  });

  test('are dropped while they are open, the last of equal names first', () => {
    expect(stepsOf(edit(() => ({ steps: ['one'], remainingSteps: ['one'] })))).toEqual(['. one']);
    expect(stepsOf(edit(() => ({ steps: ['one', 'two'], remainingSteps: [] })))).toEqual(['. one', '. two']);
  });

  test('that are done stay on record', () => {
    const done = edit(() => ({ completedSteps: ['two'], remainingSteps: [] }));
    const outcome = edit(
      () => ({ steps: ['one', 'one'], completedSteps: ['two'], remainingSteps: [] }),
      done.run,
    );
    expect(stepsOf(outcome)).toEqual(['. one', 'x two', '. one']);
  });

  test('that are done and dropped from every list are refused, and said', () => {
    const done = edit(() => ({ completedSteps: ['two'], remainingSteps: [] }));
    const base = toCriteriaState(done.run as Run);
    const outcome = put(done.run, {
      type: 'import',
      at: AT,
      base,
      edited: { ...base, steps: ['one', 'one'], completedSteps: base.completedSteps },
    });
    expect(outcome.notices).toEqual([
      { code: 'edit-refused', field: 'steps', reason: 'done-stays', subject: 'two' },
    ]);
    expect(stepsOf(outcome)).toEqual(['. one', 'x two', '. one']);
  });
});

describe('fields of the machine', () => {
  test('an iteration that was advanced by one is not counted twice', () => {
    const ahead = edit(({ iteration }) => ({ iteration: iteration + 1 }));
    expect(ahead.frame).toMatchObject({ iteration: 1, countedAhead: true });
    const { verdict, frame } = given([{ type: 'opened', at: AT, run: ahead.run as Run }]).whenStopped();
    expect(verdict).toMatchObject({ kind: 'block', iteration: 1 });
    expect(frame).toMatchObject({ iteration: 1, countedAhead: false });
  });

  test.each([2, 9])('one that was advanced by %d is refused', (by) => {
    const outcome = edit(({ iteration }) => ({ iteration: iteration + by }));
    expect(outcome.frame.iteration).toBe(0);
    expect(outcome.notices).toEqual([{ code: 'edit-refused', field: 'iteration', reason: 'machine-counts' }]);
  });

  test('one that was set back or advanced twice is refused', () => {
    const run = given(history).when({ type: 'stop' }).run as Run;
    expect(edit(() => ({ iteration: 0 }), run).notices).toMatchObject([{ reason: 'machine-counts' }]);
    const ahead = edit(() => ({ iteration: 2 }), run);
    expect(edit(() => ({ iteration: 3 }), ahead.run).notices).toMatchObject([{ reason: 'machine-counts' }]);
  });

  test('one that the run passed meanwhile is refused', () => {
    const base = toCriteriaState(given(history).run as Run);
    const run = given(history).when({ type: 'stop' }).run as Run;
    expect(edit(() => ({ iteration: 1 }), run, base).notices).toMatchObject([{ reason: 'machine-counts' }]);
  });

  test('the breaker counters belong to the machine, and edits of them are ignored silently', () => {
    const outcome = edit(() => ({ circuitBreaker: { stuckCount: 4, lastUnmet: 'tests pass' } }));
    expect(outcome.types).toEqual([]);
  });

  test('the spec stays as the user typed it', () => {
    const outcome = edit(() => ({ spec: 'something easier' }));
    expect(outcome.frame.spec).toBe('Make it work');
    expect(outcome.notices).toEqual([{ code: 'edit-refused', field: 'spec', reason: 'spec-stays' }]);
  });
});

describe('unknown fields', () => {
  test('are preserved, also inside the breaker', () => {
    const fields = { owner: 'me', circuitBreaker: { stuckCount: 0, lastUnmet: '', note: 'mine' } };
    const outcome = edit(() => fields);
    expect(outcome.types).toEqual(['kept']);
    expect(toCriteriaState(outcome.run as Run)).toMatchObject(fields);
    expect(edit(() => ({}), outcome.run).types).toEqual([]);
  });

  test('that are on record already, or too large for a record, change nothing', () => {
    const kept = edit(() => ({ owner: 'me' }));
    const base = toCriteriaState(given(history).run as Run);
    expect(edit(() => ({ owner: 'me' }), kept.run, base).types).toEqual([]);
    const most = 'x'.repeat(2000 - JSON.stringify({ owner: '' }).length);
    expect(edit(() => ({ owner: most })).types).toEqual(['kept']);
    expect(edit(() => ({ owner: `${most}x` })).notices).toEqual([
      { code: 'edit-refused', field: 'unknown fields', reason: 'too-large' },
    ]);
  });
});

test('an edit that changes nothing records nothing', () => {
  expect(edit(() => ({}))).toMatchObject({ types: [], notices: [] });
});

test.each(['completed', 'aborted', 'cancelled'] as const)('a run that is %s takes no edit', (status) => {
  const run = given(openedWith({}, { status })).run as Run;
  expect(edit(() => ({ exit_signal: true }), run).rejected).toEqual({ code: 'ended', subject: status });
});

test('without a run there is nothing to edit', () => {
  const base = toCriteriaState(given(history).run as Run);
  expect(put(undefined, { type: 'import', at: AT, base, edited: base }).rejected).toEqual({ code: 'no-run' });
  expect(given(happened({ type: 'draft' })).when({ type: 'import', base, edited: base }).rejected).toEqual({
    code: 'no-run',
  });
});
