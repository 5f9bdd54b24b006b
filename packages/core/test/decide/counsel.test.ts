import { describe, expect, test } from 'vitest';
import { given, happened, started } from '../support/given.ts';
import { REVIEWED } from '../support/workflows.ts';

const failed = happened(
  { type: 'start' },
  { type: 'task', action: 'add', subject: 'A' },
  { type: 'task', action: 'fail', id: '1', reason: 'exit code 1' },
);
const asked = { type: 'panel', subject: '1 A' } as const;
const answered = { type: 'panel', subject: '1 A', recommendation: 'Mock the clock' } as const;

describe('a panel', () => {
  test('is on record once asked, and the note to ask it is dropped', () => {
    expect(given(failed).run?.frames[0]?.notes).toEqual([{ kind: 'ask-panel', subject: '1 A' }]);
    const { frame } = given(failed).when(asked);
    expect(frame.counsel).toMatchObject([{ subject: '1 A' }]);
    expect(frame.notes).toEqual([]);
  });

  test('an answer takes the place of the open question, and a later one stands beside it', () => {
    const { frame } = given(failed).when(asked, answered, asked);
    expect(frame.counsel?.map(({ recommendation }) => recommendation)).toEqual(['Mock the clock', undefined]);
  });

  test('is not asked twice about one subject, and an empty answer doesn’t count', () => {
    expect(given(failed).when(asked, asked).rejected).toEqual({ code: 'nothing-to-change', subject: '1 A' });
    expect(given(failed).when({ ...answered, recommendation: ' ' }).rejected?.code).toBe('nothing-to-change');
    expect(given(failed).when({ type: 'panel', subject: 'two\nlines' }).rejected?.code).toBe('bad-name');
  });

  test('says nothing about what else failed', () => {
    const { frame } = given(failed).when({ type: 'panel', subject: 'tests pass' });
    expect(frame.notes).toEqual([{ kind: 'ask-panel', subject: '1 A' }]);
  });

  test('needs a loop', () => {
    expect(given([]).when(asked).rejected?.code).toBe('no-run');
  });
});

describe('a claim for a time', () => {
  const claim = (owner: string, more: object = {}) =>
    ({ type: 'task', action: 'claim', id: '1', owner, ...more }) as const;
  const held = (leaseUntil: number) =>
    given(happened({ type: 'start' }, { type: 'task', action: 'add', subject: 'A' })).when(
      claim('a', { metadata: { leaseUntil } }),
    );

  test('keeps others out until its last millisecond', () => {
    const { run } = held(1e15);
    const on = (at: number) => given([{ type: 'opened', at: 0, run: run! }]).when({ ...claim('b'), at });
    expect(on(1e15 - 1).rejected).toEqual({ code: 'task-held', subject: 'a' });
    expect(on(1e15).frame.tasks[0]).toMatchObject({ status: 'in_progress', owner: 'b' });
  });

  test('a claim of any free task gives one with an expired lease', () => {
    const { run } = held(0);
    const next = given([{ type: 'opened', at: 0, run: run! }]).when({
      type: 'task',
      action: 'claim',
      owner: 'b',
    });
    expect(next.frame.tasks[0]).toMatchObject({ owner: 'b' });
  });

  test('a worker whose task went to another can neither complete, fail nor release it', () => {
    const { run } = held(0);
    const lost = given([{ type: 'opened', at: 0, run: run! }]);
    for (const action of ['complete', 'fail', 'release'] as const) {
      const { rejected } = lost.when(claim('b'), { type: 'task', action, id: '1', owner: 'a' });
      expect(rejected).toEqual({ code: 'task-held', subject: 'b' });
    }
  });

  test('a released task has no lease', () => {
    for (const action of ['complete', 'fail', 'release'] as const) {
      const { run } = held(1e15);
      const { frame } = given([{ type: 'opened', at: 0, run: run! }]).when({
        type: 'task',
        action,
        id: '1',
        owner: 'a',
      });
      expect(frame.tasks[0]?.metadata.leaseUntil).toBeUndefined();
    }
  });
});

describe('what reviews found', () => {
  const blocker = { severity: 'BLOCKER', text: 'tokens are logged', mustNot: 1 } as const;
  const hint = { severity: 'SUGGESTION', text: 'shorter names' } as const;
  const light = (wave: number, findings: readonly (typeof blocker | typeof hint)[]) =>
    ({ type: 'review', wave, blockers: findings.length, findings: [...findings] }) as const;

  test('is recorded by wave, and a review replaces the one before it', () => {
    const { frame } = given(started({ stage: 'executing' })).when(
      light(1, [blocker]),
      light(2, [hint]),
      light(1, [hint]),
      { type: 'review', blockers: 1, findings: [blocker], ...REVIEWED },
    );
    expect(frame.workflow?.findings).toEqual([{ ...hint, wave: 2 }, { ...hint, wave: 1 }, blocker]);
  });

  test('the prohibitions and the verification of the shape stay with the workflow', () => {
    const { frame } = given(started({ stage: 'shape' })).when(
      { type: 'stage', stage: 'decompose', mustNot: ['log tokens'], verification: 'execution output' },
      { type: 'stage', question: 'Which?' },
    );
    expect(frame.workflow).toMatchObject({ mustNot: ['log tokens'], verification: 'execution output' });
  });
});
