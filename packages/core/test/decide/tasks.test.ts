import { describe, expect, test } from 'vitest';
import { stuckCountOf } from '../../src/decide/tasks.ts';
import type { Task } from '../../src/model/run.ts';
import { addTask, task } from '../support/commands.ts';
import { AT, type AnyLoose, given, happened, openedWith, started } from '../support/given.ts';

const loop = given(
  happened(
    { type: 'start' },
    addTask('A', { description: 'first', activeForm: 'Doing A', metadata: { wave: 1 } }),
    addTask('B'),
    addTask('C', { blockedBy: ['1', '2'] }),
  ),
);
const of = ({ frame }: ReturnType<typeof loop.when>, id: string): Task | undefined =>
  frame.tasks.find((one) => one.id === id);
const claim = (owner: string, more: object = {}): AnyLoose => task('claim', '1', { owner, ...more });
const held = [claim('a')];

describe('adding', () => {
  test('numbers tasks, and takes the subject for the description', () => {
    const bare = { status: 'pending', blockedBy: [], metadata: {} };
    expect(loop.run?.frames[0]?.tasks).toEqual([
      {
        ...bare,
        id: '1',
        subject: 'A',
        description: 'first',
        activeForm: 'Doing A',
        blocks: ['3'],
        metadata: { wave: 1 },
      },
      { ...bare, id: '2', subject: 'B', description: 'B', blocks: ['3'] },
      { ...bare, id: '3', subject: 'C', description: 'C', blocks: [], blockedBy: ['1', '2'] },
    ]);
    const only = { ...bare, id: '1', subject: 'x', description: 'x', blocks: [] };
    expect(given(started()).when(addTask(' x ')).frame.tasks).toEqual([only]);
  });

  test.each([
    ['41', '42'],
    ['9007199254740993', '4'],
    ['T-9', '4'],
  ])('after the id %s comes %s', (id, next) => {
    expect(of(loop.when(addTask('x', { id }), addTask('y')), next)?.subject).toBe('y');
  });

  test.each<readonly [string, AnyLoose]>([
    ['nothing-to-change: subject', task('add')],
    ['nothing-to-change: subject', addTask('  ')],
    ['nothing-to-change: 1', addTask('x', { id: '1' })],
    ['bad-name: ', addTask('x', { id: '' })],
    ['bad-name: __proto__', addTask('x', { id: '__proto__' })],
    ['unknown-task: 9', addTask('x', { blockedBy: ['1', '9'] })],
    ['task-cycle: 4 → 4', addTask('x', { id: '4', blockedBy: ['4'] })],
    ['task-cycle: 3 → 1 → 3', task('change', '1', { blockedBy: ['3'] })],
    ['unknown-task: 7', task('change', '1', { blockedBy: ['7'] })],
    ['nothing-to-change: 1', task('change', '1')],
    ['nothing-to-change: 1', task('change', '1', { subject: ' ' })],
  ])('is refused as %s: %o', (refusal, command) => {
    expect(loop.when(command).refused).toBe(refusal);
  });
});

describe('changing', () => {
  test.each([
    { subject: 'x' },
    { description: 'x' },
    { activeForm: 'x' },
    { blockedBy: ['2'] },
    { metadata: { x: 1 } },
  ])('has only its given fields in the journal: %j', (change) => {
    expect(loop.when(task('change', '1', change)).events).toStrictEqual([
      { type: 'task-changed', at: AT, id: '1', ...change },
    ]);
  });

  test('drops the metadata that are null, and keeps both sides of a blocker in step', () => {
    const changed = of(loop.when(task('change', '1', { metadata: { wave: null, note: 'n' } })), '1');
    expect(changed).toMatchObject({ subject: 'A', blocks: ['3'] });
    expect(changed?.metadata).toEqual({ note: 'n' });
    const other = loop.when(task('change', '3', { blockedBy: ['2', '2'] }));
    expect([of(other, '1')?.blocks, of(other, '2')?.blocks]).toEqual([[], ['3']]);
  });
});

describe('claiming', () => {
  test('two workers never hold one task', () => {
    expect(of(loop.when(...held), '1')).toMatchObject({ status: 'in_progress', owner: 'a' });
    expect(loop.when(...held, claim('b')).refused).toBe('task-held: a');
    expect(loop.when(...held, claim('a')).refused).toBeUndefined();
  });

  test('none is taken before what blocks it', () => {
    const first = task('complete', '1');
    expect(loop.when(task('claim', '3')).refused).toBe('task-blocked: 1');
    expect(loop.when(first, task('claim', '3')).refused).toBe('task-blocked: 2');
    expect(loop.when(first, task('complete', '2'), task('claim', '3')).refused).toBeUndefined();
  });

  test('the next one is the first that is free', () => {
    const next = task('claim', '', { owner: 'a' });
    expect(of(loop.when(next), '1')?.owner).toBe('a');
    expect(of(loop.when(next, next), '2')?.owner).toBe('a');
    expect(loop.when(next, next, next).refused).toBe('nothing-free');
  });

  test('without an owner it is in progress and open to all', () => {
    const claimed = of(loop.when(task('claim', '1')), '1');
    expect([claimed?.status, claimed?.owner]).toEqual(['in_progress', undefined]);
    expect(loop.when(task('claim', '1'), claim('b')).refused).toBeUndefined();
  });

  test('a released one is free again', () => {
    const outcome = loop.when(...held, task('release', '1'));
    expect(outcome.events).toStrictEqual([
      { type: 'task-changed', at: AT, id: '1', status: 'pending', owner: '' },
    ]);
    expect(of(outcome, '1')?.owner).toBeUndefined();
    expect(loop.when(task('release', '1')).refused).toBe('nothing-to-change: 1');
  });
});

describe('a claim for a time', () => {
  const leased = claim('a', { metadata: { leaseUntil: AT + 10 } });

  test('keeps others out until its last millisecond, also those that take any free task', () => {
    for (const others of [claim('b'), task('claim', '', { owner: 'b' })]) {
      expect(of(loop.when(leased, { ...others, at: AT + 10 }), '1')?.owner).toBe('b');
    }
    expect(loop.when(leased, { ...claim('b'), at: AT + 9 }).refused).toBe('task-held: a');
  });

  test.each(['soon', null, '0', true])('that ends at %j, which is no time, never ends', (leaseUntil) => {
    const forever = claim('a', { metadata: { leaseUntil } });
    expect(loop.when(forever, { ...claim('b'), at: AT + 1e9 }).refused).toBe('task-held: a');
  });

  test.each(['complete', 'fail', 'release'] as const)(
    '%s is for its holder and for commands without an owner, and ends the lease',
    (action) => {
      expect(loop.when(leased, task(action, '1', { owner: 'b' })).refused).toBe('task-held: a');
      for (const by of [{}, { owner: 'a' }]) {
        expect(of(loop.when(leased, task(action, '1', by)), '1')?.metadata).not.toHaveProperty('leaseUntil');
      }
      const lost = [leased, { ...claim('b'), at: AT + 10 }] as const;
      expect(loop.when(...lost, task(action, '1', { owner: 'a', at: AT + 20 })).refused).toBe('task-held: b');
    },
  );
});

describe('completing, failing, removing', () => {
  test('a task is completed with what proves it, and not before what blocks it', () => {
    const metadata = { verification: 'execution output' };
    expect(of(loop.when(task('complete', '1', { metadata })), '1')).toMatchObject({
      status: 'completed',
      metadata: { wave: 1, verification: 'execution output' },
    });
    expect(loop.when(task('complete', '3')).refused).toBe('task-blocked: 1');
    expect(loop.when(task('complete', '1', { owner: 'b' })).refused).toBeUndefined();
  });

  test.each(['claim', 'complete', 'fail'] as const)('a completed task answers %s with its id', (action) => {
    const outcome = loop.when(task('complete', '1'), task(action, '1', { owner: 'x' }));
    expect(outcome.refused).toBe('nothing-to-change: 1');
  });

  test('one that fails is free again and counts', () => {
    const failed = of(loop.when(...held, task('fail', '1')), '1');
    expect(failed).toMatchObject({ status: 'pending', metadata: { wave: 1, stuckCount: 1 } });
    expect(failed?.owner).toBeUndefined();
    expect(failed?.metadata).not.toHaveProperty('lastFailure');
    const again = loop.when(task('fail', '1'), task('fail', '1', { reason: 'boom' }));
    expect(of(again, '1')?.metadata).toMatchObject({ stuckCount: 2, lastFailure: 'boom' });
  });

  test('a removed task blocks no other', () => {
    const outcome = loop.when(task('remove', '1'));
    expect(outcome.frame.tasks.map(({ id, blocks, blockedBy }) => [id, blocks, blockedBy])).toEqual([
      ['2', ['3'], []],
      ['3', [], ['2']],
    ]);
  });

  test.each(['change', 'claim', 'release', 'complete', 'fail', 'remove'] as const)(
    '%s of an unknown task is refused, and of none but for a claim',
    (action) => {
      const unknown = loop.when(task(action, 'constructor', { subject: 'x' }));
      expect(unknown.refused).toBe('unknown-task: constructor');
      if (action !== 'claim')
        expect(loop.when(task(action, '', { subject: 'x' })).refused).toBe('unknown-task');
    },
  );
});

describe('tasks as other programs may leave them on record', () => {
  const [, one] = loop.run!.frames[0]!.tasks;
  const tasks = (...some: readonly Partial<Task>[]) =>
    given(openedWith({ tasks: some.map((more, index) => ({ ...one!, id: `${index + 1}`, ...more })) }));
  const any = task('claim', '', { owner: 'b' });

  test('that wait for each other or for something unknown can still be renamed and added to', () => {
    const circle = tasks({ blockedBy: ['2'] }, { blockedBy: ['1'] });
    const { frame } = circle.when(task('change', '1', { subject: 'X' }));
    expect(frame.tasks[0]).toMatchObject({ subject: 'X', description: 'B', blockedBy: ['2'] });
    expect(tasks({ blockedBy: ['gone'] }).when(addTask('C')).frame.tasks).toHaveLength(2);
  });

  test('that name an owner but are pending are free, those that are done stay done', () => {
    expect(tasks({ owner: 'a' }).when(claim('b')).frame.tasks[0]?.owner).toBe('b');
    const done = tasks({ status: 'completed', metadata: { leaseUntil: 0 } });
    expect(done.when(any).refused).toBe('nothing-free');
  });
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
