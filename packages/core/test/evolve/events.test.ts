import { describe, expect, test } from 'vitest';
import { evolve } from '../../src/evolve.ts';
import type { EventOf, LoopEvent } from '../../src/model/event.ts';
import type { Run, Task } from '../../src/model/run.ts';
import { addTask, stop, user } from '../support/commands.ts';
import { AT, evidence, given, openedWith, runAfter, topOf } from '../support/given.ts';

const working = runAfter(
  { type: 'start', stage: 'executing', criteria: [{ name: 'c' }], steps: ['s', 't'] },
  addTask('a'),
);
const plain = runAfter({ type: 'start' });

/** An event of this kind, at the time of all others. */
function event<T extends LoopEvent['type']>(type: T, fields: Omit<EventOf<T>, 'type' | 'at'>): LoopEvent {
  return { type, at: AT, ...fields } as unknown as LoopEvent;
}
const next = event('continued', { iteration: 1 } as EventOf<'continued'>);
const task = (id: string, blockedBy: string[] = []): Task => ({
  id,
  subject: 'x',
  description: '',
  status: 'pending',
  blocks: [],
  blockedBy,
  metadata: {},
});
const added = (id: string, blockedBy: string[] = []): LoopEvent =>
  event('task-added', { task: task(id, blockedBy) });
const changed = (fields: object): LoopEvent => event('task-changed', { id: '1', ...fields });
const completed = changed({ status: 'completed' });
const stepped = (index: number, isDone: boolean): LoopEvent => event('stepped', { index, isDone });
const finished = (wave: number): LoopEvent => event('wave-finished', { wave });
const reviewed = (passed: boolean): LoopEvent =>
  event('thoroughly-reviewed', { review: { passed, blockersRemaining: passed ? 0 : 1 } });
const gated = (passed: boolean): LoopEvent => event('gated', { passed });
const waveReviewed = (wave: number, issues = 0): LoopEvent =>
  event('wave-reviewed', { review: { wave, score: 5, issues, blockers: 0 } });
const noted = (note: object): LoopEvent => event('noted', { note } as EventOf<'noted'>);
const asked = (subject: string, recommendation?: string): LoopEvent =>
  event('counselled', { subject, ...(recommendation !== undefined && { recommendation }) });

/** The top frame after events that no command need lead to. */
function frameOf(run: Run, ...events: readonly LoopEvent[]): ReturnType<typeof topOf> {
  return topOf(events.reduce<Run>((before, one) => evolve(before, one), run));
}

test.each<readonly [string, boolean, readonly LoopEvent[]]>([
  ['a step that is done', true, [stepped(0, true)]],
  ['a step that is undone', false, [stepped(0, false)]],
  ['a step that there is not', false, [stepped(7, true)]],
  ['a step that was done before', false, [stepped(0, true), next, stepped(0, true)]],
  ['a task that is completed', true, [completed]],
  ['a task that is free again', false, [changed({ status: 'pending' })]],
  ['a task that was completed before', false, [completed, next, completed]],
  ['a completed task with another subject', false, [completed, next, changed({ subject: 'b' })]],
  ['a later stage', true, [event('staged', { stage: 'review' })]],
  ['the same stage', false, [event('staged', { stage: 'executing' })]],
  ['an earlier stage', false, [event('staged', { stage: 'intent' })]],
  ['a score', false, [event('staged', { specScore: 5 })]],
  ['a review that passes', true, [reviewed(true)]],
  ['a review that does not', false, [reviewed(false)]],
  ['a review that passed before', false, [reviewed(true), next, reviewed(true)]],
  ['a gate that passes', true, [gated(true)]],
  ['a gate that does not', false, [gated(false)]],
  ['a gate that passed before', false, [gated(true), next, gated(true)]],
  ['a wave that is finished', true, [finished(1)]],
  ['a wave of no number', false, [finished(0)]],
  ['a wave that was finished before', false, [finished(2), next, finished(2)]],
])('%s is progress: %s', (_, isProgress, events) => {
  expect(frameOf(working, ...events).breaker.hasProgress).toBe(isProgress);
});

test.each([
  event('wave-begun', { wave: 1 }),
  finished(1),
  waveReviewed(1),
  reviewed(true),
  gated(true),
  event('staged', { stage: 'review' }),
])('$type changes nothing in a loop without a workflow', (one) => {
  expect(evolve(plain, one)).toEqual({ ...plain, events: plain.events + 1 });
});

test.each([
  stepped(7, true),
  event('step-removed', { index: 7 }),
  event('criterion-removed', { name: 'x' }),
  event('ticked', { name: 'x', tick: { at: AT, basis: 'observation' } }),
  event('unticked', { name: 'x' }),
  event('proved', { name: 'x', evidence: evidence(true) }),
  event('task-changed', { id: '9', status: 'completed' }),
  event('task-removed', { id: '9' }),
])('$type changes nothing of what is not there', (one) => {
  expect(evolve(working, one)).toEqual({ ...working, events: working.events + 1 });
});

describe('an event that says one thing leaves the others as they were', () => {
  test('of a stage', () => {
    const told = evolve(
      working,
      event('staged', { specScore: 8, fitScore: 40, recallSurfaced: ['seen'], question: 'Which?' }),
    );
    const after = frameOf(told, event('staged', { stage: 'review' }));
    expect(after).toMatchObject({ score: 8, workflow: { ...topOf(told).workflow, stage: 'review' } });
    expect(frameOf(told, event('staged', { question: '' })).workflow?.question).toBeUndefined();
  });

  test('of a task', () => {
    const before = { ...task('1'), description: 'All of it', metadata: { note: null, count: 1 } };
    const claim = changed({ status: 'in_progress', owner: 'x', activeForm: 'Doing' });
    const claimed = evolve(evolve(working, event('task-added', { task: before })), claim);
    const was = topOf(claimed).tasks[0];
    expect(was).toMatchObject({ description: 'All of it', metadata: before.metadata, owner: 'x' });
    expect(frameOf(claimed, changed({ subject: 'b' })).tasks).toEqual([{ ...was, subject: 'b' }]);
    expect(frameOf(claimed, changed({ owner: '' })).tasks[0]?.owner).toBeUndefined();
  });
});

describe('what blocks what', () => {
  const removed = event('task-removed', { id: '4' });

  test.each<readonly [string, readonly LoopEvent[], Readonly<Record<string, string[]>>]>([
    ['in either order of two tasks', [added('b', ['a']), added('a')], { b: [], a: ['b'] }],
    [
      'after a task was added again, which replaces it',
      [added('1'), added('2', ['1']), added('3'), added('2', ['3'])],
      { 1: [], 2: [], 3: ['2'] },
    ],
    [
      'after a task was removed',
      [added('1'), added('2', ['1']), added('3', ['1']), added('4', ['3']), removed],
      { 1: ['2', '3'], 2: [], 3: [] },
    ],
    [
      'where one is not there yet',
      [added('1'), added('2', ['1', '3']), added('3')],
      { 1: ['2'], 2: [], 3: ['2'] },
    ],
  ])('is known from both sides %s', (_, events, blocks) => {
    const { tasks } = frameOf(plain, ...events);
    expect(Object.fromEntries(tasks.map((one) => [one.id, one.blocks]))).toEqual(blocks);
  });

  test('adding 5,000 tasks one by one recomputes nothing that stays the same', () => {
    const many = Array.from({ length: 5000 }, (_, index) => added(String(index)));
    const run = many.reduce<Run>((before, one) => evolve(before, one), plain);
    const { tasks } = frameOf(run, added('last'));
    expect(tasks).toHaveLength(5001);
    expect(tasks[0]).toBe(topOf(run).tasks[0]);
  });
});

describe('reviews', () => {
  test('of waves stand in the order of the waves, the last of each; the last finished wave counts', () => {
    const { workflow } = frameOf(
      working,
      waveReviewed(3),
      waveReviewed(2, 1),
      waveReviewed(1),
      waveReviewed(2),
    );
    expect(workflow?.waveReviews.map(({ wave, issues }) => [wave, issues])).toEqual([
      [1, 0],
      [2, 0],
      [3, 0],
    ]);
    expect(frameOf(working, finished(2), finished(1)).workflow?.finishedWave).toBe(2);
  });

  test('and the gate say nothing of work that turns up after them', () => {
    const { workflow } = frameOf(working, reviewed(true), gated(true), added('2'));
    expect(workflow).toMatchObject({
      thorough: { passed: false, blockersRemaining: 0 },
      gate: { passed: false },
    });
    expect(frameOf(working, added('2')).workflow?.thorough).toBeUndefined();
  });

  test('a wave that was finished before asks for no check-in again', () => {
    const waves = [{ type: 'wave', action: 'begin' } as const, { type: 'wave', action: 'finish' } as const];
    const start = { type: 'start', stage: 'executing', shape: 'tool-review' } as const;
    const run = runAfter(start, ...waves, user, stop);
    expect(evolve(run, finished(1))).toEqual({ ...run, events: run.events + 1 });
  });
});

describe('notes and counsel', () => {
  const ask = (subject: string): object => ({ kind: 'ask-panel', subject });

  test('asked for again replaces the question, and answers stay', () => {
    const { counsel } = frameOf(plain, asked('a'), asked('b'), asked('a', 'Try x.'), asked('a'));
    expect(counsel).toEqual([
      { at: AT, subject: 'b' },
      { at: AT, subject: 'a', recommendation: 'Try x.' },
      { at: AT, subject: 'a' },
    ]);
  });

  test('asked for is no longer told to be asked for; other notes stay', () => {
    const refused = { kind: 'edit-refused', field: 'steps', reason: 'bad-name', subject: 'a' };
    const budget = { kind: 'budget', limit: 'budgetUsd', percent: 50 };
    const notes = [ask('a'), ask('b'), refused, budget];
    expect(frameOf(plain, ...notes.map(noted), asked('a')).notes).toEqual([ask('b'), refused, budget]);
  });

  test('the last two hundred notes and edited files are remembered', () => {
    const many = Array.from({ length: 205 }, (_, index) => `f${index}`);
    const observed = event('observed', { tools: 1, edits: many, errors: [], denials: 0 });
    const { notes, breaker } = frameOf(plain, ...many.map((subject) => noted(ask(subject))), observed);
    expect([notes.length, notes[0], notes.at(-1)]).toEqual([200, ask('f5'), ask('f204')]);
    expect([breaker.edits.length, breaker.edits[0]]).toEqual([200, { path: 'f5', count: 1 }]);
  });

  test('the last refused and the last failed call are known until another one', () => {
    const seen = (more: object): LoopEvent =>
      event('observed', { tools: 1, edits: [], errors: [], denials: 0, ...more });
    const { breaker } = frameOf(
      plain,
      seen({ denied: 'a', failedCall: 'x' }),
      seen({ denied: 'b' }),
      seen({}),
    );
    expect(breaker).toMatchObject({ denied: 'b', failedCall: 'x' });
  });

  test('a warning is remembered by its limit, one of an old record by the budget', () => {
    const warnings = [
      { kind: 'budget', limit: 'timeMs', percent: 50 },
      { kind: 'budget', percent: 80 },
      ask('x'),
    ];
    expect(frameOf(plain, ...warnings.map(noted)).warned).toEqual({ timeMs: 50, budgetUsd: 80 });
  });

  test('only the loop that waited for it hears how an inner one ended', () => {
    const run = runAfter({ type: 'start' }, { type: 'push', spec: 'x' }, { type: 'push', spec: 'y' });
    const closed = evolve(run, event('closed', { ending: { kind: 'verified', at: AT } }));
    expect(closed.frames.map(({ notes }) => notes.map(({ kind }) => kind))).toEqual([[], ['popped']]);
  });
});

test('the first proof starts the list of met criteria', () => {
  const proved = event('proved', { name: 'c', evidence: evidence(true) });
  expect(frameOf(working, proved).ledger?.met).toEqual([]);
});

describe('rest and resume', () => {
  const ending = { kind: 'paused', at: AT, cause: { kind: 'hand' } } as const;
  const continuation = { at: AT, isSeen: false };
  const { limits, breaker } = topOf(plain);
  const resumed = event('resumed', { limits });

  test('the unfinished turn is dropped, and the last turn is uncounted again', () => {
    const rested = evolve(
      { ...plain, continuation, isSettled: true },
      event('rested', { status: 'paused', ending }),
    );
    const again = evolve({ ...plain, status: 'paused', ending, continuation, isSettled: true }, resumed);
    expect([again.status, again.ending]).toEqual(['active', undefined]);
    for (const run of [rested, again])
      expect([run.continuation, run.isSettled]).toEqual([undefined, undefined]);
  });

  test('spend settles the last turn of a run at rest, and of no other', () => {
    const spent = event('spent', { spend: { usd: 1, tokens: 1 }, mark: 'a' });
    expect(evolve(plain, spent)).not.toHaveProperty('isSettled');
    expect(evolve({ ...plain, status: 'paused', ending }, spent)).toMatchObject({ isSettled: true });
  });

  test('counters at their threshold are one short of it after a pause, and others stay', () => {
    const after = (counts: object): object => {
      const opened = openedWith({ breaker: { ...breaker, ...counts } }, { status: 'paused' });
      return topOf(evolve(given(opened).run!, resumed)).breaker;
    };
    const high = { stuckCount: 9, idle: 9, messageCount: 9, errorCount: 9, denials: 9 };
    expect(after(high)).toMatchObject({ stuckCount: 4, idle: 2, messageCount: 2, errorCount: 2, denials: 1 });
    const low = { stuckCount: 1, idle: 1, messageCount: 1, errorCount: 1, denials: 0 };
    expect(after(low)).toMatchObject(low);
  });

  test('the interval of a pause is measured from the end of the run, and never backwards', () => {
    const paused = runAfter({ type: 'start' }, { type: 'pause', at: AT + 10 });
    const startedAt = (at: number): number => frameOf(paused, { ...resumed, at } as LoopEvent).startedAt;
    expect([startedAt(AT + 30), startedAt(AT)]).toEqual([AT + 20, AT]);
  });
});
