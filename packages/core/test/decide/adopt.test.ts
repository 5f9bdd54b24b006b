import { describe, expect, test } from 'vitest';
import type { CriteriaState, StackState } from '../../src/model/view-files.ts';
import { okReason } from '../../src/text/continuation.ts';
import { parseCriteriaState, toCriteriaState } from '../../src/views/criteria-state.ts';
import { stop } from '../support/commands.ts';
import { AT, given, happened, openedWith } from '../support/given.ts';
import { valueOf } from '../support/parsed.ts';

const state: CriteriaState = {
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
const message: StackState = {
  schema: 1,
  event: 'STATE',
  run_id: 'theirs',
  updated_at: '2026-02-05T10:00:00Z',
  stack: [
    { id: 'outer', mode: 'grind', iter: 60, max: 80 },
    { id: 'inner', mode: 'issue', iter: 2, max: 3 },
  ],
};
const adopt = <T extends object>(source: T) => ({ type: 'adopt', source }) as const;
const criteria = (more: object = {}) => adopt({ format: 'criteria', state, updatedAt: AT, ...more } as const);
const stack = (more: object = {}, specs?: string[]) =>
  adopt({ format: 'stack', state: { ...message, ...more }, ...(specs && { specs }) } as const);
const corrupt = adopt({ format: 'corrupt', field: 'iteration', reason: 'NaN' } as const);

describe('adopting', () => {
  test('a criteria file: everything that it says, over a draft, too', () => {
    const drafted = given(happened({ type: 'draft', spec: 'drafted' }));
    for (const { run, frame } of [given(), drafted].map((before) =>
      before.when({ ...criteria(), runId: 'r', session: 's', at: AT + 5 }),
    )) {
      expect(run).toMatchObject({
        id: 'r',
        session: 's',
        status: 'active',
        createdAt: AT + 5,
        updatedAt: AT,
      });
      expect(frame).toMatchObject({
        id: 'adopted',
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
    }
  });

  test('a stack: its frames from the bottom up, with the specs that are known', () => {
    expect(given().when(stack({}, ['all issues'])).run?.frames).toMatchObject([
      { id: 'outer', mode: 'grind', iteration: 60, limits: { iterations: 80 }, spec: 'all issues' },
      { id: 'inner', mode: 'issue', iteration: 2, limits: { iterations: 3 }, spec: '' },
    ]);
  });

  test.each(['draft', 'completed', 'aborted', 'cancelled'] as const)(
    'replaces a run that is %s',
    (status) => {
      expect(given(openedWith({}, { status })).when(stack()).types).toEqual(['opened']);
    },
  );

  test.each(['active', 'paused', 'stuck'] as const)('never touches a run that is %s', (status) => {
    expect(given(openedWith({}, { status })).when(stack()).refused).toBe('already-running: run-1');
  });

  test.each(['x'.repeat(300), 'b\nc', '', '__proto__', 'a\u202eb'])(
    'holds on a criterion and a step named %j, and writes the name back word for word',
    (name) => {
      const statuses = [
        ['a', true],
        [name, false],
      ] as const;
      const file = {
        ...state,
        criteria: ['a', name],
        criteriaStatus: Object.fromEntries(statuses),
        steps: [name],
        completedSteps: [],
        remainingSteps: [name],
      };
      const read = criteria({ state: valueOf(parseCriteriaState(JSON.stringify(file))) });
      const { run, verdict } = given().when(read, stop);
      expect(verdict).toMatchObject({ kind: 'block', missing: [{ kind: 'criterion', name, why: 'unmet' }] });
      const written = JSON.stringify(toCriteriaState(run!));
      expect(Object.entries(JSON.parse(written).criteriaStatus)).toEqual(statuses);
      expect(written).toContain(`"remainingSteps":[${JSON.stringify(name)}]`);
      expect(okReason(verdict!, run)).toMatch(/^unmet criteria: [\x20-\x7e…]{1,100}$/);

      const edited = valueOf(parseCriteriaState(written.replaceAll('false', 'true')));
      const edit = { type: 'import', base: toCriteriaState(run!), edited } as const;
      const met = { name, tick: { basis: 'observation' } };
      expect(given().when(read, edit).frame.criteria[1]).toMatchObject(met);
      expect({}).not.toHaveProperty('tick');
    },
  );

  test('a stack of no date is none', () => {
    expect(given().when(stack({ updated_at: 'soon' })).refused).toBe('not-adoptable: stack');
  });

  test('a corrupt file opens an aborted run: recorded, and blocking no session', () => {
    const outcome = given().when({ ...corrupt, runId: 'r', session: 's' });
    expect(outcome).toMatchObject({
      types: ['opened', 'rested'],
      events: [{ run: { id: 'r', session: 's', status: 'active' } }, { status: 'aborted' }],
      run: { frames: [] },
    });
  });

  test('the age of the file counts against its time limit', () => {
    const rules = [7_200_000, 7_200_001].map(
      (age) => given().when(criteria({ updatedAt: AT - age }), stop).rule,
    );
    expect(rules).toEqual([expect.not.stringMatching('stale'), 'stale']);
  });
});
