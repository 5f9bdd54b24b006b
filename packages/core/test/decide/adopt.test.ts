import { describe, expect, test } from 'vitest';
import type { CriteriaState, StackState } from '../../src/model/view-files.ts';
import { okReason } from '../../src/text/continuation.ts';
import { parseCriteriaState, toCriteriaState } from '../../src/views/criteria-state.ts';
import { parseWorkflowState } from '../../src/views/workflow-state.ts';
import { AT, given, happened, openedWith, started } from '../support/given.ts';

const criteria: CriteriaState = {
  spec: 'x',
  criteria: ['a', 'b'],
  criteriaStatus: { a: true, b: false },
  exit_signal: true,
  steps: ['s', 't'],
  completedSteps: ['s'],
  remainingSteps: ['t'],
  iteration: 3,
  status: 'in_progress',
  circuitBreaker: { stuckCount: 2, lastUnmet: 'b' },
};
const stack: StackState = {
  schema: 1,
  event: 'STATE',
  run_id: 'theirs',
  updated_at: '2026-02-05T10:00:00Z',
  stack: [
    { id: 'outer', mode: 'grind', iter: 1, max: 5 },
    { id: 'inner', mode: 'issue', iter: 2, max: 3 },
  ],
};

describe('adopting', () => {
  test('a criteria file: everything that it says', () => {
    const { run, frame } = given().when({
      type: 'adopt',
      runId: 'r',
      session: 's',
      at: AT + 5,
      source: { format: 'criteria', state: criteria, updatedAt: AT },
    });
    expect(run).toMatchObject({ id: 'r', session: 's', status: 'active', createdAt: AT + 5, updatedAt: AT });
    expect(frame).toMatchObject({
      spec: 'x',
      iteration: 3,
      exitSignal: true,
      criteria: [{ name: 'a', tick: { at: AT, basis: 'observation' } }, { name: 'b' }],
      steps: [
        { name: 's', isDone: true },
        { name: 't', isDone: false },
      ],
      breaker: { stuckCount: 2, lastUnmet: 'b' },
    });
    expect(frame.criteria[1]?.tick).toBeUndefined();
  });

  test('a stack: its frames from the bottom up, with the specs that are known', () => {
    const { run } = given().when({
      type: 'adopt',
      source: { format: 'stack', state: stack, specs: ['all issues'] },
    });
    expect(run?.frames).toMatchObject([
      { id: 'outer', mode: 'grind', iteration: 1, limits: { iterations: 5 }, spec: 'all issues' },
      { id: 'inner', mode: 'issue', iteration: 2, limits: { iterations: 3 }, spec: '' },
    ]);
  });

  test.each(['draft', 'completed', 'aborted', 'cancelled'] as const)(
    'replaces a run that is %s',
    (status) => {
      const { types } = given(openedWith({}, { status })).when({
        type: 'adopt',
        source: { format: 'stack', state: stack },
      });
      expect(types).toEqual(['opened']);
    },
  );

  test.each(['active', 'paused', 'stuck'] as const)('never touches a run that is %s', (status) => {
    const source = { format: 'stack', state: stack } as const;
    expect(given(openedWith({}, { status })).when({ type: 'adopt', source }).rejected).toEqual({
      code: 'already-running',
      subject: 'run-1',
    });
  });

  test.each([
    ['300 characters', 'x'.repeat(300)],
    ['two lines', 'b\nc'],
    ['nothing', ''],
    ['__proto__', '__proto__'],
    ['a bidi control', 'a\u202eb'],
  ])(
    'holds on a criterion and a step with a name of %s, and writes the name back word for word',
    (_what, name) => {
      const file = {
        spec: 'x',
        criteria: ['a', name],
        criteriaStatus: Object.fromEntries([
          ['a', true],
          [name, false],
        ]),
        steps: [name],
        exit_signal: true,
      };
      const parsed = parseCriteriaState(JSON.stringify(file));
      if (!parsed.ok) throw new Error('parses');
      const source = { format: 'criteria', state: parsed.value, updatedAt: AT } as const;
      const { run, verdict } = given().when({ type: 'adopt', source }, { type: 'stop' });
      expect(verdict).toMatchObject({ kind: 'block', missing: [{ kind: 'criterion', name, why: 'unmet' }] });
      if (!run || verdict?.kind !== 'block') throw new Error('holds');
      const written = JSON.stringify(toCriteriaState(run));
      expect(Object.entries(JSON.parse(written).criteriaStatus)).toEqual([
        ['a', true],
        [name, false],
      ]);
      expect(written).toContain(`"remainingSteps":[${JSON.stringify(name)}]`);
      expect(okReason(verdict, run)).toMatch(/^unmet criteria: [\x20-\x7e…]{1,100}$/);

      const met = parseCriteriaState(written.replaceAll('false', 'true'));
      if (!met.ok) throw new Error('parses');
      const edit = { type: 'import', base: toCriteriaState(run), edited: met.value } as const;
      expect(given(happened({ type: 'adopt', source })).when(edit).run?.frames[0]?.criteria[1]).toMatchObject(
        {
          name,
          tick: { basis: 'observation' },
        },
      );
      expect({}).not.toHaveProperty('tick');
    },
  );

  test('a stack keeps the maximum that its file has, and is not paused before it', () => {
    const frames = [{ id: 'a', mode: 'loop', iter: 60, max: 80 } as const];
    const source = { format: 'stack', state: { ...stack, stack: frames } } as const;
    const { run, verdict } = given().when({ type: 'adopt', source }, { type: 'stop' });
    expect(verdict).toMatchObject({ kind: 'block', iteration: 61 });
    expect(run?.frames[0]?.limits.iterations).toBe(80);
  });

  test('a stack with an unreadable date is not adopted', () => {
    const source = { format: 'stack', state: { ...stack, updated_at: 'soon' } } as const;
    expect(given().when({ type: 'adopt', source }).rejected).toEqual({
      code: 'not-adoptable',
      subject: 'stack',
    });
  });

  test('a corrupt file opens an aborted run: recorded, and blocking no session', () => {
    const outcome = given().when({
      type: 'adopt',
      source: { format: 'corrupt', field: 'iteration', reason: 'NaN' },
    });
    expect(outcome.types).toEqual(['opened', 'rested']);
    expect(outcome.run).toMatchObject({ status: 'aborted', frames: [], ending: { kind: 'aborted', at: AT } });
  });

  test('the age of the file counts against its time limit', () => {
    const source = { format: 'criteria', state: criteria, updatedAt: AT - 7_200_000 } as const;
    expect(given().when({ type: 'adopt', source }, { type: 'stop' }).verdict?.rule).not.toBe('stale');
    const old = { ...source, updatedAt: AT - 7_200_001 };
    expect(given().when({ type: 'adopt', source: old }, { type: 'stop' }).verdict?.rule).toBe('stale');
  });
});

test('a draft that is adopted over keeps nothing of its words', () => {
  const { frame } = given(happened({ type: 'draft', spec: 'drafted' })).when({
    type: 'adopt',
    source: { format: 'criteria', state: criteria, updatedAt: AT },
  });
  expect(frame.spec).toBe('x');
  expect(started()).toHaveLength(1);
});

describe('what adopting leaves on record', () => {
  test('of a file that is corrupt is a run of that session, over before it began', () => {
    const source = { format: 'corrupt', field: 'iteration', reason: 'got "x"' } as const;
    const { events, run } = given().when({ type: 'adopt', runId: 'r', session: 's', source });
    expect(events[0]).toMatchObject({ type: 'opened', run: { id: 'r', session: 's', status: 'active' } });
    expect(run).toMatchObject({
      id: 'r',
      session: 's',
      status: 'aborted',
      ending: { kind: 'aborted', corrupt: { field: 'iteration', reason: 'got "x"' } },
    });
  });

  test('of a file with one loop is a frame that says where it came from', () => {
    const file = { format: 'criteria', state: criteria, updatedAt: AT } as const;
    expect(given().when({ type: 'adopt', source: file }).frame.id).toBe('adopted');
    const parsed = parseWorkflowState({ stage: 'shape', task: 'x' });
    if (!parsed.ok) throw new Error('parses');
    const workflow = { format: 'workflow', state: parsed.value } as const;
    expect(given().when({ type: 'adopt', source: workflow }).frame.id).toBe('adopted');
  });

  test('a stack without specs gives frames without specs', () => {
    const { run } = given().when({ type: 'adopt', source: { format: 'stack', state: stack } });
    expect(run?.frames.map(({ spec }) => spec)).toEqual(['', '']);
  });
});
