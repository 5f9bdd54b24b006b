import { describe, expect, test } from 'vitest';
import { AT, given, openedWith, result, started } from '../support/given.ts';
import { completed, executing } from '../support/workflows.ts';

const loop = given(executing([{ subject: 'A' }]));
const fail = { type: 'task', action: 'fail', id: '1' } as const;
const ask = { type: 'panel', subject: '1 A' } as const;

describe('the panel', () => {
  test('that was asked is on record, and Claude is no longer told to ask it', () => {
    const { frame } = loop.when(fail, ask);
    expect(frame.counsel).toEqual([{ at: AT, subject: '1 A' }]);
    expect(frame.notes).toEqual([]);
  });

  test('about something else leaves the reminder', () => {
    expect(loop.when(fail, { ...ask, subject: 'other' }).frame.notes).toHaveLength(1);
  });

  test('that answered is on record with what it said, in the place of the question', () => {
    const { frame } = loop.when(ask, { ...ask, at: AT + 1, recommendation: 'mock less' });
    expect(frame.counsel).toEqual([{ at: AT + 1, subject: '1 A', recommendation: 'mock less' }]);
    const again = loop.when(ask, { ...ask, recommendation: 'mock less' }, ask);
    expect(again.frame.counsel).toHaveLength(2);
  });

  test('is not asked twice before it answered, and answers with words', () => {
    expect(loop.when(ask, ask).rejected).toEqual({ code: 'nothing-to-change', subject: '1 A' });
    expect(loop.when(ask, { ...ask, recommendation: ' ' }).rejected).toEqual({
      code: 'nothing-to-change',
      subject: '1 A',
    });
    expect(loop.when({ ...ask, subject: '' }).rejected).toEqual({ code: 'bad-name', subject: '' });
  });

  test('has nothing to say about a run that is over, or none', () => {
    expect(given().when(ask).rejected).toEqual({ code: 'no-run' });
    expect(given(openedWith({}, { status: 'completed' })).when(ask).rejected?.code).toBe('ended');
  });

  test('can be asked about a criterion, too', () => {
    const checked = given(started({ criteria: [{ name: 'k', check: { command: 'x' } }] }));
    const { frame } = checked.when(
      { type: 'verify', results: [result('k', false)] },
      { type: 'panel', subject: 'k' },
    );
    expect(frame.notes).toEqual([]);
  });
});

describe('findings of a review', () => {
  const blocker = { severity: 'BLOCKER', text: 'no test' } as const;
  const hint = { severity: 'SUGGESTION', text: 'shorter', mustNot: 1 } as const;

  test('take the place of those of the review before it, wave by wave', () => {
    const { frame } = loop.when(
      { type: 'review', wave: 1, blockers: 1, findings: [blocker] },
      { type: 'review', wave: 2, blockers: 0, findings: [hint] },
      { type: 'review', wave: 1, blockers: 0, findings: [] },
    );
    expect(frame.workflow?.findings).toEqual([{ ...hint, wave: 2 }]);
  });

  test('of the thorough review stand beside those of the waves', () => {
    const { frame } = loop.when(
      completed('1'),
      { type: 'review', wave: 1, blockers: 0, findings: [hint] },
      { type: 'review', blockers: 1, findings: [blocker] },
    );
    expect(frame.workflow?.findings).toEqual([{ ...hint, wave: 1 }, blocker]);
    const passed = loop.when(
      completed('1'),
      { type: 'review', blockers: 1, findings: [blocker] },
      { type: 'review', blockers: 0, findings: [] },
    );
    expect(passed.frame.workflow?.findings).toEqual([]);
  });

  test('that nobody wrote down leave what there was', () => {
    const { frame } = loop.when(
      { type: 'review', wave: 1, blockers: 1, findings: [blocker] },
      { type: 'review', wave: 1, blockers: 0 },
    );
    expect(frame.workflow?.findings).toEqual([{ ...blocker, wave: 1 }]);
  });
});

test('what the shape forbids, and how it is verified, is on record', () => {
  const { frame } = loop.when({ type: 'stage', mustNot: ['new dependencies'], verification: 'npm test' });
  expect(frame.workflow).toMatchObject({ mustNot: ['new dependencies'], verification: 'npm test' });
});

describe('a task that is claimed for a time', () => {
  const claim = (owner: string, at: number, more: object = {}) =>
    ({ type: 'task', action: 'claim', id: '1', owner, at, ...more }) as { type: 'task'; action: 'claim' };
  const leased = claim('a', AT, { metadata: { leaseUntil: AT + 10 } });

  test('is its owner’s until then, and anybody’s after', () => {
    expect(loop.when(leased, claim('b', AT + 9)).rejected).toEqual({ code: 'task-held', subject: 'a' });
    expect(loop.when(leased, claim('b', AT + 10)).frame.tasks[0]?.owner).toBe('b');
    const next = { type: 'task', action: 'claim', owner: 'b' } as const;
    expect(loop.when(leased, { ...next, at: AT + 9 }).rejected).toEqual({ code: 'nothing-free' });
    expect(loop.when(leased, { ...next, at: AT + 10 }).frame.tasks[0]?.owner).toBe('b');
  });

  test('is claimed for no time once it was given back, completed or failed', () => {
    for (const action of ['release', 'complete', 'fail'] as const) {
      const { frame } = loop.when(leased, { type: 'task', action, id: '1', owner: 'a' });
      expect(frame.tasks[0]?.metadata).not.toHaveProperty('leaseUntil');
    }
  });

  test('is given back, completed and failed by nobody else', () => {
    for (const action of ['release', 'complete', 'fail'] as const) {
      expect(loop.when(leased, { type: 'task', action, id: '1', owner: 'b' }).rejected).toEqual({
        code: 'task-held',
        subject: 'a',
      });
      expect(loop.when(leased, { type: 'task', action, id: '1' }).rejected).toBeUndefined();
    }
  });

  test('keeps what else is said of it', () => {
    const { frame } = loop.when(leased, {
      type: 'task',
      action: 'fail',
      id: '1',
      metadata: { tried: 'mocks' },
    });
    expect(frame.tasks[0]?.metadata).toEqual({ tried: 'mocks', stuckCount: 1 });
  });
});
