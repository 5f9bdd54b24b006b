import { describe, expect, test } from 'vitest';
import { stuckCountOf } from '../../src/decide/tasks.ts';
import type { Task } from '../../src/model/run.ts';
import { given, happened, started } from '../support/given.ts';

const task = (
  action: 'add' | 'change' | 'claim' | 'release' | 'complete' | 'fail' | 'remove',
  more: object = {},
) => ({ type: 'task', action, ...more }) as { type: 'task'; action: typeof action };

const history = happened(
  { type: 'start' },
  task('add', { subject: 'A', description: 'first', activeForm: 'Doing A', metadata: { wave: 1 } }),
  task('add', { subject: 'B' }),
  task('add', { subject: 'C', blockedBy: ['1', '2'] }),
);
const loop = given(history);
const of = (outcome: ReturnType<typeof loop.when>, id: string): Task | undefined =>
  outcome.frame.tasks.find((one) => one.id === id);

describe('adding', () => {
  test('numbers tasks, and takes the subject for the description', () => {
    expect(loop.run?.frames[0]?.tasks).toEqual([
      {
        id: '1',
        subject: 'A',
        description: 'first',
        activeForm: 'Doing A',
        status: 'pending',
        blocks: ['3'],
        blockedBy: [],
        metadata: { wave: 1 },
      },
      {
        id: '2',
        subject: 'B',
        description: 'B',
        status: 'pending',
        blocks: ['3'],
        blockedBy: [],
        metadata: {},
      },
      {
        id: '3',
        subject: 'C',
        description: 'C',
        status: 'pending',
        blocks: [],
        blockedBy: ['1', '2'],
        metadata: {},
      },
    ]);
  });

  test('counts on from the largest number and ignores other ids', () => {
    expect(
      of(loop.when(task('add', { id: '41', subject: 'x' }), task('add', { subject: 'y' })), '42')?.subject,
    ).toBe('y');
    const odd = loop.when(
      task('add', { id: '9007199254740993', subject: 'x' }),
      task('add', { subject: 'y' }),
    );
    expect(of(odd, '4')?.subject).toBe('y');
    expect(
      of(loop.when(task('add', { id: 'T-9', subject: 'x' }), task('add', { subject: 'y' })), '4')?.subject,
    ).toBe('y');
  });

  test('begins with 1', () => {
    expect(given(started()).when(task('add', { subject: ' x ' })).frame.tasks).toMatchObject([
      { id: '1', subject: 'x' },
    ]);
  });

  test('refuses a task without a subject, with a taken id or with an insane one', () => {
    expect(loop.when(task('add')).rejected).toEqual({ code: 'nothing-to-change', subject: 'subject' });
    expect(loop.when(task('add', { subject: '  ' })).rejected).toEqual({
      code: 'nothing-to-change',
      subject: 'subject',
    });
    expect(loop.when(task('add', { id: '1', subject: 'x' })).rejected).toEqual({
      code: 'nothing-to-change',
      subject: '1',
    });
    expect(loop.when(task('add', { id: '', subject: 'x' })).rejected).toEqual({
      code: 'bad-name',
      subject: '',
    });
    expect(loop.when(task('add', { id: '__proto__', subject: 'x' })).rejected?.code).toBe('bad-name');
  });

  test('refuses unknown blockers and circles', () => {
    expect(loop.when(task('add', { subject: 'x', blockedBy: ['1', '9'] })).rejected).toEqual({
      code: 'unknown-task',
      subject: '9',
    });
    expect(loop.when(task('add', { id: '4', subject: 'x', blockedBy: ['4'] })).rejected).toEqual({
      code: 'task-cycle',
      subject: '4 → 4',
    });
    expect(loop.when(task('change', { id: '1', blockedBy: ['3'] })).rejected).toEqual({
      code: 'task-cycle',
      subject: '3 → 1 → 3',
    });
  });
});

describe('changing', () => {
  test('changes the named fields and leaves the rest', () => {
    const outcome = loop.when(
      task('change', {
        id: '1',
        subject: 'AA',
        description: 'd',
        activeForm: 'f',
        metadata: { wave: null, note: 'n' },
      }),
    );
    expect(of(outcome, '1')).toMatchObject({
      subject: 'AA',
      description: 'd',
      activeForm: 'f',
      metadata: { note: 'n' },
      blocks: ['3'],
    });
    expect(of(outcome, '1')?.metadata).not.toHaveProperty('wave');
  });

  test('of blockers keeps both sides in step', () => {
    const outcome = loop.when(task('change', { id: '3', blockedBy: ['2', '2'] }));
    expect(of(outcome, '1')?.blocks).toEqual([]);
    expect(of(outcome, '2')?.blocks).toEqual(['3']);
  });

  test('nothing, to nothing, or of nothing is refused', () => {
    expect(loop.when(task('change', { id: '1' })).rejected).toEqual({
      code: 'nothing-to-change',
      subject: '1',
    });
    expect(loop.when(task('change', { id: '1', subject: ' ' })).rejected?.code).toBe('nothing-to-change');
    expect(loop.when(task('change', { id: '9', subject: 'x' })).rejected).toEqual({
      code: 'unknown-task',
      subject: '9',
    });
  });
});

describe('claiming', () => {
  test('two workers never hold one task', () => {
    const claimed = loop.when(task('claim', { id: '1', owner: 'a' }));
    expect(of(claimed, '1')).toMatchObject({ status: 'in_progress', owner: 'a' });
    expect(
      loop.when(task('claim', { id: '1', owner: 'a' }), task('claim', { id: '1', owner: 'b' })).rejected,
    ).toEqual({
      code: 'task-held',
      subject: 'a',
    });
    expect(
      loop.when(task('claim', { id: '1', owner: 'a' }), task('claim', { id: '1', owner: 'a' })).rejected,
    ).toBeUndefined();
  });

  test('none is taken before what blocks it', () => {
    expect(loop.when(task('claim', { id: '3' })).rejected).toEqual({ code: 'task-blocked', subject: '1' });
    const one = task('complete', { id: '1' });
    expect(loop.when(one, task('claim', { id: '3' })).rejected).toEqual({
      code: 'task-blocked',
      subject: '2',
    });
    expect(
      loop.when(one, task('complete', { id: '2' }), task('claim', { id: '3' })).rejected,
    ).toBeUndefined();
  });

  test('the next one is the first that is free', () => {
    const claim = task('claim', { owner: 'a' });
    expect(of(loop.when(claim), '1')?.owner).toBe('a');
    expect(of(loop.when(claim, claim), '2')?.owner).toBe('a');
    expect(loop.when(claim, claim, claim).rejected).toEqual({ code: 'nothing-free' });
  });

  test('without an owner it is in progress and unowned', () => {
    const claimed = of(loop.when(task('claim', { id: '1' })), '1');
    expect(claimed?.status).toBe('in_progress');
    expect(claimed?.owner).toBeUndefined();
    expect(
      loop.when(task('claim', { id: '1' }), task('claim', { id: '1', owner: 'b' })).rejected,
    ).toBeUndefined();
  });

  test('a completed one is refused', () => {
    expect(loop.when(task('complete', { id: '1' }), task('claim', { id: '1' })).rejected).toEqual({
      code: 'nothing-to-change',
      subject: '1',
    });
  });

  test('a released one is free again', () => {
    const outcome = loop.when(task('claim', { id: '1', owner: 'a' }), task('release', { id: '1' }));
    expect(of(outcome, '1')?.status).toBe('pending');
    expect(of(outcome, '1')?.owner).toBeUndefined();
    expect(loop.when(task('release', { id: '1' })).rejected).toEqual({
      code: 'nothing-to-change',
      subject: '1',
    });
  });
});

describe('completing, failing, removing', () => {
  test('a task is completed once, with what proves it', () => {
    const outcome = loop.when(task('complete', { id: '1', metadata: { verification: 'execution output' } }));
    expect(of(outcome, '1')).toMatchObject({
      status: 'completed',
      metadata: { wave: 1, verification: 'execution output' },
    });
    expect(loop.when(task('complete', { id: '1' }), task('complete', { id: '1' })).rejected?.code).toBe(
      'nothing-to-change',
    );
  });

  test('only by who holds it, and not before what blocks it', () => {
    const held = task('claim', { id: '1', owner: 'a' });
    expect(loop.when(held, task('complete', { id: '1', owner: 'b' })).rejected).toEqual({
      code: 'task-held',
      subject: 'a',
    });
    expect(loop.when(held, task('complete', { id: '1', owner: 'a' })).rejected).toBeUndefined();
    expect(loop.when(held, task('complete', { id: '1' })).rejected).toBeUndefined();
    expect(loop.when(task('complete', { id: '1', owner: 'b' })).rejected).toBeUndefined();
    expect(loop.when(task('complete', { id: '3' })).rejected).toEqual({ code: 'task-blocked', subject: '1' });
  });

  test('one that fails is free again and counts', () => {
    const outcome = loop.when(task('claim', { id: '1', owner: 'a' }), task('fail', { id: '1' }));
    expect(of(outcome, '1')).toMatchObject({ status: 'pending', metadata: { wave: 1, stuckCount: 1 } });
    expect(of(outcome, '1')?.owner).toBeUndefined();
    expect(of(outcome, '1')?.metadata).not.toHaveProperty('lastFailure');
    expect(loop.when(task('complete', { id: '1' }), task('fail', { id: '1' })).rejected?.code).toBe(
      'nothing-to-change',
    );
  });

  test('a removed task blocks no other', () => {
    const outcome = loop.when(task('remove', { id: '1' }));
    expect(outcome.frame.tasks.map(({ id }) => id)).toEqual(['2', '3']);
    expect(of(outcome, '3')?.blockedBy).toEqual(['2']);
    expect(of(outcome, '2')?.blocks).toEqual(['3']);
  });

  test.each(['change', 'claim', 'release', 'complete', 'fail', 'remove'] as const)(
    '%s of an unknown task is refused',
    (action) => {
      expect(loop.when(task(action, { id: 'constructor', subject: 'x' })).rejected).toEqual({
        code: 'unknown-task',
        subject: 'constructor',
      });
    },
  );
});

test.each([
  [2, 2],
  [0, 0],
  [-1, 0],
  [1.5, 0],
  ['2', 0],
  [undefined, 0],
  [Number.NaN, 0],
])('a stuck count of %j counts as %d', (stuckCount, counted) => {
  expect(stuckCountOf({ metadata: { stuckCount } } as unknown as Task)).toBe(counted);
});
