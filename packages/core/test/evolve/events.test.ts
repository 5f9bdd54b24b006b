import { describe, expect, test } from 'vitest';
import { evolve } from '../../src/evolve.ts';
import type { LoopEvent } from '../../src/model/event.ts';
import type { Run, Task } from '../../src/model/run.ts';
import { AT, evidence, frameAfter, runAfter, topOf } from '../support/given.ts';

const working = { type: 'start', stage: 'executing', criteria: [{ name: 'c' }], steps: ['s', 't'] } as const;
const addTask = (subject: string, more: object = {}) =>
  ({ type: 'task', action: 'add', subject, ...more }) as const;

function task(id: string, blockedBy: string[] = []): Task {
  return { id, subject: 'x', description: '', status: 'pending', blocks: [], blockedBy, metadata: {} };
}

/** The top frame after events that no command need lead to. */
function frameOf(run: Run, ...events: readonly LoopEvent[]): ReturnType<typeof topOf> {
  return topOf(events.reduce<Run>((before, event) => evolve(before, event), run));
}

describe('what moves a loop forward', () => {
  const run = runAfter(working, addTask('a'));
  const moves = (...events: readonly LoopEvent[]): boolean => frameOf(run, ...events).breaker.hasProgress;
  const stepped = (index: number, isDone: boolean): LoopEvent => ({ type: 'stepped', at: AT, index, isDone });
  const changed = (status: 'completed' | 'pending'): LoopEvent => ({
    type: 'task-changed',
    at: AT,
    id: '1',
    status,
  });

  test('is a step that is done for the first time', () => {
    expect(moves(stepped(0, true))).toBe(true);
    expect(moves(stepped(0, false))).toBe(false);
    expect(moves(stepped(7, true))).toBe(false);
    const done = evolve(evolve(run, stepped(0, true)), {
      type: 'continued',
      at: AT,
      iteration: 1,
    } as LoopEvent);
    expect(frameOf(done, stepped(0, true)).breaker.hasProgress).toBe(false);
  });

  test('is a task that is completed, and not one that is changed afterwards', () => {
    expect(moves(changed('completed'))).toBe(true);
    expect(moves(changed('pending'))).toBe(false);
    const done = evolve(evolve(run, changed('completed')), {
      type: 'continued',
      at: AT,
      iteration: 1,
    } as LoopEvent);
    expect(frameOf(done, { type: 'task-changed', at: AT, id: '1', subject: 'b' }).breaker.hasProgress).toBe(
      false,
    );
    expect(frameOf(done, changed('completed')).breaker.hasProgress).toBe(false);
  });

  test('is a later stage, not the same or an earlier one', () => {
    const staged = (stage: 'review' | 'executing' | 'shape'): LoopEvent => ({
      type: 'staged',
      at: AT,
      stage,
    });
    expect(moves(staged('review'))).toBe(true);
    expect(moves(staged('executing'))).toBe(false);
    expect(moves(staged('shape'))).toBe(false);
    expect(moves({ type: 'staged', at: AT, question: 'Which?' })).toBe(false);
    const plain = runAfter({ type: 'start' });
    expect(frameOf(plain, staged('review')).breaker.hasProgress).toBe(false);
  });

  test('is a review or a gate that passes for the first time', () => {
    const review = (passed: boolean): LoopEvent => ({
      type: 'thoroughly-reviewed',
      at: AT,
      review: { passed, blockersRemaining: passed ? 0 : 1 },
    });
    const gate = (passed: boolean): LoopEvent => ({ type: 'gated', at: AT, passed });
    const next = { type: 'continued', at: AT, iteration: 1 } as LoopEvent;
    expect([moves(review(true)), moves(review(false)), moves(review(true), next, review(true))]).toEqual([
      true,
      false,
      false,
    ]);
    expect([moves(gate(true)), moves(gate(false)), moves(gate(true), next, gate(true))]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('is a wave that is finished, once', () => {
    const finished = (wave: number): LoopEvent => ({ type: 'wave-finished', at: AT, wave });
    const next = { type: 'continued', at: AT, iteration: 1 } as LoopEvent;
    expect(moves(finished(1))).toBe(true);
    expect(moves(finished(0))).toBe(false);
    expect(moves(finished(2), next, finished(2))).toBe(false);
    expect(frameOf(run, finished(2), finished(1)).workflow?.finishedWave).toBe(2);
  });
});

describe('an event', () => {
  const run = runAfter({ ...working, specScore: 7 } as typeof working, addTask('a'));

  test('for something that is not there changes nothing of the work', () => {
    const before = topOf(run);
    for (const event of [
      { type: 'task-changed', at: AT, id: '9', status: 'completed' },
      { type: 'ticked', at: AT, name: 'none', tick: { at: AT, basis: 'observation' } },
      { type: 'proved', at: AT, name: 'none', evidence: evidence(true) },
      { type: 'step-removed', at: AT, index: 9 },
    ] as const) {
      expect(frameOf(run, event)).toEqual(before);
    }
  });

  test('for a workflow leaves a plain loop as it is', () => {
    const plain = runAfter({ type: 'start' });
    for (const event of [
      { type: 'wave-begun', at: AT, wave: 1 },
      { type: 'wave-finished', at: AT, wave: 1 },
      { type: 'gated', at: AT, passed: true },
      { type: 'thoroughly-reviewed', at: AT, review: { passed: true, blockersRemaining: 0 } },
    ] as const) {
      expect(frameOf(plain, event)).toEqual(topOf(plain));
    }
  });

  test('that says one thing of a stage leaves the others as they were', () => {
    const told = evolve(run, {
      type: 'staged',
      at: AT,
      specScore: 8,
      fitScore: 40,
      recallSurfaced: ['seen'],
      question: 'Which?',
    } as LoopEvent);
    const after = frameOf(told, { type: 'staged', at: AT, stage: 'review' });
    expect(after.workflow).toEqual({ ...topOf(told).workflow, stage: 'review' });
    expect(after.score).toBe(8);
    expect(frameOf(told, { type: 'staged', at: AT, question: '' }).workflow?.question).toBeUndefined();
  });

  test('that changes one thing of a task leaves the others as they were', () => {
    const claimed = evolve(run, {
      type: 'task-changed',
      at: AT,
      id: '1',
      status: 'in_progress',
      owner: 'x',
      activeForm: 'Doing',
    });
    const before = topOf(claimed).tasks[0];
    expect(frameOf(claimed, { type: 'task-changed', at: AT, id: '1', subject: 'b' }).tasks[0]).toEqual({
      ...before,
      subject: 'b',
    });
    const given = frameOf(claimed, { type: 'task-changed', at: AT, id: '1', owner: '' });
    expect(given.tasks[0]?.owner).toBeUndefined();
  });

  test('that adds a criterion or a task of a name that is there puts the new one in its place', () => {
    const added = frameOf(run, { type: 'criterion-added', at: AT, criterion: { name: 'c', failures: 3 } });
    expect(added.criteria).toEqual([{ name: 'c', failures: 3 }]);
    expect(frameOf(run, { type: 'task-added', at: AT, task: task('1') }).tasks).toEqual([task('1')]);
  });
});

describe('what blocks what', () => {
  test('is known from both sides, in either order of two tasks', () => {
    const tasks = frameAfter(
      working,
      addTask('a'),
      addTask('b', { blockedBy: ['1'] }),
      addTask('c', { blockedBy: ['1', '2'] }),
    ).tasks;
    expect(tasks.map(({ id, blocks, blockedBy }) => [id, blocks, blockedBy])).toEqual([
      ['1', ['2', '3'], []],
      ['2', ['3'], ['1']],
      ['3', [], ['1', '2']],
    ]);
    const later = frameOf(
      runAfter(working),
      { type: 'task-added', at: AT, task: task('b', ['a']) },
      { type: 'task-added', at: AT, task: task('a') },
    ).tasks;
    expect(later.map(({ id, blocks }) => [id, blocks])).toEqual([
      ['b', []],
      ['a', ['b']],
    ]);
  });
});

describe('reviews', () => {
  const light = (wave: number, issues: number): LoopEvent => ({
    type: 'wave-reviewed',
    at: AT,
    review: { wave, score: 5, issues, blockers: 0 },
  });

  test('of waves stand in the order of the waves, the last of each', () => {
    const reviews = frameOf(runAfter(working), light(2, 1), light(1, 1), light(2, 0)).workflow?.waveReviews;
    expect(reviews?.map(({ wave, issues }) => [wave, issues])).toEqual([
      [1, 1],
      [2, 0],
    ]);
  });

  test('and the gate say nothing of work that turns up after them', () => {
    const done = runAfter(working);
    const after = frameOf(
      done,
      { type: 'thoroughly-reviewed', at: AT, review: { passed: true, blockersRemaining: 0 } },
      { type: 'gated', at: AT, passed: true },
      { type: 'task-added', at: AT, task: task('1') },
    );
    expect(after.workflow?.thorough).toMatchObject({ passed: false, blockersRemaining: 0 });
    expect(after.workflow?.gate).toMatchObject({ passed: false });
    const added = frameOf(done, { type: 'task-added', at: AT, task: task('1') });
    expect(added.workflow?.thorough).toBeUndefined();
  });
});

describe('counsel', () => {
  test('asked for again replaces the question, and answers stay', () => {
    const ask = (subject: string, recommendation?: string): LoopEvent => ({
      type: 'counselled',
      at: AT,
      subject,
      ...(recommendation !== undefined && { recommendation }),
    });
    const counsel = frameOf(runAfter(working), ask('a'), ask('b'), ask('a', 'Try x.'), ask('a')).counsel;
    expect(counsel).toEqual([
      { at: AT, subject: 'b' },
      { at: AT, subject: 'a', recommendation: 'Try x.' },
      { at: AT, subject: 'a' },
    ]);
  });

  test('asked for is no longer told to be asked for; other notes stay', () => {
    const note = (subject: string): LoopEvent => ({
      type: 'noted',
      at: AT,
      note: { kind: 'ask-panel', subject },
    });
    const budget: LoopEvent = {
      type: 'noted',
      at: AT,
      note: { kind: 'budget', limit: 'budgetUsd', percent: 50 },
    };
    const asked: LoopEvent = { type: 'counselled', at: AT, subject: 'a' };
    expect(frameOf(runAfter(working), note('a'), note('b'), budget, asked).notes).toEqual([
      { kind: 'ask-panel', subject: 'b' },
      { kind: 'budget', limit: 'budgetUsd', percent: 50 },
    ]);
  });
});

describe('the memory', () => {
  test('is the last two hundred of notes and of edited files', () => {
    const many = Array.from({ length: 500 }, (_, index) => `f${index}`);
    const frame = frameOf(
      runAfter(working),
      ...many.map((subject): LoopEvent => ({ type: 'noted', at: AT, note: { kind: 'ask-panel', subject } })),
      { type: 'observed', at: AT, tools: 1, edits: many, errors: [], denials: 0 },
    );
    expect(frame.notes).toHaveLength(200);
    expect(frame.notes.at(-1)).toEqual({ kind: 'ask-panel', subject: 'f499' });
    expect(frame.breaker.edits).toHaveLength(200);
    expect(frame.breaker.edits.at(-1)).toEqual({ path: 'f499', count: 1 });
  });

  test('of a warning is its limit, and nothing of other notes', () => {
    const note = (note: object): LoopEvent => ({ type: 'noted', at: AT, note }) as LoopEvent;
    const frame = frameOf(
      runAfter(working),
      note({ kind: 'budget', limit: 'timeMs', percent: 50 }),
      note({ kind: 'budget', percent: 80 }),
      note({ kind: 'ask-panel', subject: 'x' }),
    );
    expect(frame.warned).toEqual({ timeMs: 50, budgetUsd: 80 });
  });
});

describe('an event that moves one of many', () => {
  const added = (one: Task): LoopEvent => ({ type: 'task-added', at: AT, task: one });
  const blocksOf = (...events: readonly LoopEvent[]): unknown[] =>
    frameOf(runAfter(working), ...events).tasks.map(({ id, blocks }) => [id, blocks]);

  test('a task that is added again replaces itself, with its new blockers', () => {
    const history = [added(task('1')), added(task('2', ['1'])), added(task('3'))];
    expect(blocksOf(...history, added(task('2', ['3'])))).toEqual([
      ['1', []],
      ['3', ['2']],
      ['2', []],
    ]);
  });

  test('a task that is removed is forgotten by those that waited for it, and by no other', () => {
    const history = [
      added(task('1')),
      added(task('2', ['1'])),
      added(task('3', ['1'])),
      added(task('4', ['3'])),
    ];
    expect(blocksOf(...history, { type: 'task-removed', at: AT, id: '4' })).toEqual([
      ['1', ['2', '3']],
      ['2', []],
      ['3', []],
    ]);
  });

  test('a change that says nothing of the description or the metadata leaves them', () => {
    const before = { ...task('1'), description: 'All of it', metadata: { note: null, count: 1 } };
    const { tasks } = frameOf(runAfter(working), added(before), {
      type: 'task-changed',
      at: AT,
      id: '1',
      subject: 'b',
    });
    expect(tasks).toEqual([{ ...before, subject: 'b' }]);
  });

  test('waves that are reviewed out of their order stand in it', () => {
    const reviewed = (wave: number): LoopEvent => ({
      type: 'wave-reviewed',
      at: AT,
      review: { wave, score: 5, issues: 0, blockers: 0 },
    });
    const { workflow } = frameOf(runAfter(working), reviewed(3), reviewed(1), reviewed(2));
    expect(workflow?.waveReviews.map(({ wave }) => wave)).toEqual([1, 2, 3]);
  });

  test('counsel about a name says nothing of other notes about it', () => {
    const refused: LoopEvent = {
      type: 'noted',
      at: AT,
      note: { kind: 'edit-refused', field: 'steps', reason: 'bad-name', subject: 'a' },
    };
    const asked: LoopEvent = { type: 'counselled', at: AT, subject: 'a' };
    expect(frameOf(runAfter(working), refused, asked).notes).toHaveLength(1);
  });

  test('the first proof starts the list of met criteria', () => {
    const proved: LoopEvent = { type: 'proved', at: AT, name: 'c', evidence: evidence(true) };
    expect(frameOf(runAfter(working), proved).ledger?.met).toEqual([]);
  });
});

describe('the unfinished turn of a run', () => {
  const ending = { kind: 'paused', at: AT, cause: { kind: 'hand' } } as const;
  const continuation = { at: AT, isSeen: false };
  const run = runAfter({ type: 'start' });
  const limits = topOf(run).limits;

  test('is dropped at rest, and the last turn is uncounted again', () => {
    const rested = evolve(
      { ...run, continuation, isSettled: true },
      {
        type: 'rested',
        at: AT,
        status: 'paused',
        ending,
      },
    );
    expect(rested.continuation).toBeUndefined();
    expect(rested.isSettled).toBeUndefined();
  });

  test('is nothing when it goes on', () => {
    const resting: Run = { ...run, status: 'paused', ending, continuation, isSettled: true };
    const resumed = evolve(resting, { type: 'resumed', at: AT, limits });
    expect(resumed.status).toBe('active');
    expect(resumed.ending).toBeUndefined();
    expect(resumed.continuation).toBeUndefined();
    expect(resumed.isSettled).toBeUndefined();
  });

  test('is not settled by spend while it is active', () => {
    const spent: LoopEvent = { type: 'spent', at: AT, spend: { usd: 1, tokens: 1 }, mark: 'a' };
    expect(evolve(run, spent)).not.toHaveProperty('isSettled');
    expect(evolve({ ...run, status: 'paused', ending }, spent)).toMatchObject({ isSettled: true });
  });
});

test('a history without a beginning amounts to a run that is over', () => {
  expect(evolve(undefined, { type: 'heard', at: AT })).toEqual({
    id: '',
    session: '',
    status: 'aborted',
    createdAt: 0,
    updatedAt: AT,
    ttlMs: 0,
    isHeadless: false,
    frames: [],
    closed: [],
    usageMark: '',
    extras: {},
    events: 1,
  });
});

test('only the loop that waited for it hears how an inner one ended', () => {
  const run = runAfter({ type: 'start' }, { type: 'push', spec: 'x' }, { type: 'push', spec: 'y' });
  const closed = evolve(run, { type: 'closed', at: AT, ending: { kind: 'verified', at: AT } });
  expect(closed.frames.map(({ notes }) => notes.map(({ kind }) => kind))).toEqual([[], ['popped']]);
});

test('after a pause, counters at their threshold are one short of it, and others stay', () => {
  const run = runAfter({ type: 'start' });
  const top = topOf(run);
  const after = (counts: object): object => {
    const paused: Run = {
      ...run,
      status: 'paused',
      frames: [{ ...top, breaker: { ...top.breaker, ...counts } }],
    };
    return topOf(evolve(paused, { type: 'resumed', at: AT, limits: top.limits })).breaker;
  };
  const high = { stuckCount: 9, idle: 9, messageCount: 9, errorCount: 9, denials: 9 };
  expect(after(high)).toMatchObject({ stuckCount: 4, idle: 2, messageCount: 2, errorCount: 2, denials: 1 });
  const low = { stuckCount: 1, idle: 1, messageCount: 1, errorCount: 1, denials: 0 };
  expect(after(low)).toMatchObject(low);
});
