import { describe, expect, test } from 'vitest';
import type { Task } from '../../src/model/run.ts';
import {
  AT,
  type AnyLoose,
  frameAfter,
  given,
  happened,
  openedWith,
  type Outcome,
} from '../support/given.ts';

const add = (subject: string, more: object = {}): AnyLoose =>
  ({ type: 'task', action: 'add', subject, ...more }) as AnyLoose;
const on = (action: string, id: string, more: object = {}): AnyLoose =>
  ({ type: 'task', action, id, ...more }) as AnyLoose;
const tasks = given(happened({ type: 'start', stage: 'executing' }, add('a'), add('b')));

function when(...commands: readonly AnyLoose[]): Outcome {
  return tasks.when(...commands);
}

describe('a task that is added', () => {
  test('is pending and described by its subject by default', () => {
    expect(when(add(' c ')).events).toEqual([
      {
        type: 'task-added',
        at: AT,
        task: {
          id: '3',
          subject: 'c',
          description: 'c',
          status: 'pending',
          blocks: [],
          blockedBy: [],
          metadata: {},
        },
      },
    ]);
    const more = { description: 'long', activeForm: 'Doing c', metadata: { x: 1 }, blockedBy: ['1'] };
    expect(when(add('c', more)).frame.tasks[2]).toMatchObject(more);
  });

  test('is refused where it waits for a task that does not exist, or for itself', () => {
    expect(when(add('c', { blockedBy: ['9'] })).rejected).toMatchObject({
      code: 'unknown-task',
      subject: '9',
    });
    expect(when(add('c', { id: 'c', blockedBy: ['c'] })).rejected).toMatchObject({
      code: 'task-cycle',
      subject: 'c → c',
    });
  });
});

describe('a task that is changed', () => {
  test('has only its given fields in the journal', () => {
    for (const change of [
      { subject: 'x' },
      { description: 'x' },
      { activeForm: 'x' },
      { blockedBy: ['2'] },
      { metadata: { x: 1 } },
    ]) {
      expect(when(on('change', '1', change)).events).toStrictEqual([
        { type: 'task-changed', at: AT, id: '1', ...change },
      ]);
    }
  });

  test('can wait for others, but not in a circle', () => {
    const waiting = when(on('change', '1', { blockedBy: ['2'] }), on('change', '2', { blockedBy: ['1'] }));
    expect(waiting.rejected).toMatchObject({ code: 'task-cycle' });
    expect(when(on('change', '1', { blockedBy: ['7'] })).rejected).toMatchObject({
      code: 'unknown-task',
      subject: '7',
    });
  });
});

describe('a task that is over', () => {
  test.each(['claim', 'complete', 'fail'])('answers %s with its id', (action) => {
    expect(when(on('complete', '1'), on(action, '1', { owner: 'x' })).rejected).toEqual({
      code: 'nothing-to-change',
      subject: '1',
    });
  });
});

describe('a task that is held', () => {
  const claimed = on('claim', '1', { owner: 'x', metadata: { leaseUntil: AT + 10 } });

  test('is refused to all others until its lease ends', () => {
    expect(when(claimed, on('claim', '1', { owner: 'y', at: AT + 9 })).rejected).toMatchObject({
      code: 'task-held',
      subject: 'x',
    });
    expect(when(claimed, on('claim', '1', { owner: 'y', at: AT + 10 })).frame.tasks[0]?.owner).toBe('y');
  });

  test('is held for ever without a lease, or with a lease that is not a number', () => {
    for (const metadata of [{}, { leaseUntil: 'soon' }, { leaseUntil: null }]) {
      const held = on('claim', '1', { owner: 'x', metadata });
      expect(when(held, on('claim', '1', { owner: 'y', at: AT + 1e9 })).rejected).toMatchObject({
        code: 'task-held',
      });
    }
  });

  test('is free once released, also before its lease ends', () => {
    const back = when(claimed, on('release', '1', { owner: 'x' }));
    expect(back.frame.tasks[0]).toMatchObject({ status: 'pending', metadata: {} });
    expect(back.frame.tasks[0]?.owner).toBeUndefined();
    expect(when(on('claim', '1', { owner: 'x' }), on('release', '1', { owner: 'x' })).events).toStrictEqual([
      { type: 'task-changed', at: AT, id: '1', status: 'pending', owner: '' },
    ]);
  });

  test('is open to a command without an owner', () => {
    expect(when(claimed, on('complete', '1')).frame.tasks[0]?.status).toBe('completed');
    expect(when(claimed, on('complete', '1', { owner: 'y' })).rejected).toMatchObject({ code: 'task-held' });
    expect(when(claimed, on('fail', '1', { owner: 'y' })).rejected).toMatchObject({ code: 'task-held' });
    expect(when(claimed, on('release', '1', { owner: 'y' })).rejected).toMatchObject({ code: 'task-held' });
  });
});

describe('a task that fails', () => {
  test.each([
    [undefined, 1],
    [0, 1],
    [2, 3],
    [-1, 1],
    [1.5, 1],
    ['2', 1],
  ])('counts on from %j to %j', (stuckCount, next) => {
    const outcome = when(
      on('change', '1', { metadata: { stuckCount } }),
      on('fail', '1', { reason: 'boom' }),
    );
    expect(outcome.frame.tasks[0]?.metadata).toMatchObject({ stuckCount: next, lastFailure: 'boom' });
  });
});

describe('tasks as other programs may leave them on record', () => {
  const [one] = frameAfter({ type: 'start' }, { type: 'task', action: 'add', subject: 'A' }).tasks;
  const tasks = (...some: readonly Partial<Task>[]): ReturnType<typeof given> =>
    given(openedWith({ tasks: some.map((task, index) => ({ ...one!, id: `${index + 1}`, ...task })) }));
  const claimFree = { type: 'task', action: 'claim', owner: 'b' } as const;

  test('that wait for each other can still be renamed', () => {
    const circle = tasks({ blockedBy: ['2'] }, { blockedBy: ['1'] });
    expect(
      circle.when({ type: 'task', action: 'change', id: '1', subject: 'B' }).frame.tasks[0],
    ).toMatchObject({
      subject: 'B',
      description: 'A',
      blockedBy: ['2'],
    });
  });

  test('that wait for something unknown don’t prevent new tasks', () => {
    const { frame } = tasks({ blockedBy: ['gone'] }).when({ type: 'task', action: 'add', subject: 'B' });
    expect(frame.tasks.map(({ subject }) => subject)).toEqual(['A', 'B']);
  });

  test('that name an owner but are pending are free', () => {
    const { frame } = tasks({ owner: 'a' }).when({ ...claimFree, id: '1' });
    expect(frame.tasks[0]).toMatchObject({ status: 'in_progress', owner: 'b' });
  });

  test('that are done stay done, however long ago their time was up', () => {
    const done = tasks({ status: 'completed', metadata: { leaseUntil: 0 } });
    expect(done.when(claimFree).rejected).toEqual({ code: 'nothing-free' });
  });

  test.each(['0', true])('that are held until %j, which is no time, are held', (leaseUntil) => {
    const held = tasks({ status: 'in_progress', owner: 'a', metadata: { leaseUntil } });
    expect(held.when({ ...claimFree, id: '1' }).rejected).toEqual({ code: 'task-held', subject: 'a' });
    expect(held.when(claimFree).rejected).toEqual({ code: 'nothing-free' });
  });
});

test.each(['change', 'release', 'complete', 'fail', 'remove'] as const)(
  'no task is chosen to %s without an id',
  (action) => {
    const free = given(happened({ type: 'start' }, { type: 'task', action: 'add', subject: 'A' }));
    expect(free.when({ type: 'task', action, subject: 'B' }).rejected?.code).toBe('unknown-task');
  },
);
