import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { evolve, fold } from '../src/evolve.ts';
import { loopEventSchema as loopEvent, type LoopEvent } from '../src/model/event.ts';
import { announce, completeText, startingText, statusBlock } from '../src/text/announce.ts';
import { explainStop } from '../src/decide/stop.ts';
import { factsLine } from '../src/text/events.ts';
import { progressMarkdown } from '../src/text/progress.ts';
import { summaryMarkdown } from '../src/text/summary.ts';
import { toCriteriaState } from '../src/views/criteria-state.ts';
import { toStackState } from '../src/views/stack-state.ts';
import { toWorkflowState } from '../src/views/workflow-state.ts';
import { arbitraryOf, typesOf } from './support/arbitrary-of.ts';
import { AT, frameAfter, given, openedWith, put, result, runAfter, started, topOf } from './support/given.ts';

const event = arbitraryOf(loopEvent);
const opened = event.filter(({ type }) => type === 'opened');
const history = fc.oneof(
  fc.array(event, { maxLength: 12 }),
  fc.tuple(opened, fc.array(event, { maxLength: 12 })).map(([first, rest]) => [first, ...rest]),
);

describe('folding is total', () => {
  test('the generator gives every kind of event, and only such as parse', () => {
    const kinds = new Set(fc.sample(event, { numRuns: 2000, seed: 1 }).map(({ type }) => type));
    expect(kinds.size).toBe(typesOf(loopEvent).length);
    for (const one of fc.sample(event, { numRuns: 300, seed: 2 })) {
      expect(loopEvent.safeParse(one)).toMatchObject({ success: true });
    }
  });

  test('any history of any events folds, counts every event, and leaves no prototype touched', () => {
    fc.assert(
      fc.property(history, (events) => {
        const run = fold(events);
        expect(run?.events ?? 0).toBe(events.length);
        expect(Object.keys(Object.prototype)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  test('every result can be stopped, explained, shown and projected', () => {
    fc.assert(
      fc.property(history, (events) => {
        const run = fold(events);
        const stop = { type: 'stop', at: AT } as const;
        const outcome = put(run, stop);
        expect(outcome.verdict).toBeDefined();
        for (const { facts } of explainStop(run, stop)) factsLine(facts);
        if (!run) return;
        for (const kind of ['iteration', 'resume', 'ended'] as const) announce({ kind, run });
        for (const write of [startingText, completeText]) write(run);
        for (const show of [statusBlock, progressMarkdown, summaryMarkdown]) expect(show(run)).not.toBe('');
        for (const view of [toCriteriaState, toWorkflowState, toStackState]) JSON.stringify(view(run));
      }),
      { numRuns: 300 },
    );
  });

  test('the same history gives the same run, and changes none that was there', () => {
    fc.assert(
      fc.property(history, event, (events, next) => {
        const run = fold(events);
        const before = structuredClone(run);
        expect(evolve(run, next)).toEqual(evolve(run, next));
        expect(run).toEqual(before);
      }),
      { numRuns: 200 },
    );
  });

  test('a history can be folded in parts', () => {
    fc.assert(
      fc.property(history, history, (first, second) => {
        expect(fold(second, fold(first))).toEqual(fold([...first, ...second]));
      }),
      { numRuns: 100 },
    );
  });

  test('a history without a beginning is a run that is over', () => {
    const run = fold([
      { type: 'signalled', at: AT, isDone: true },
      { type: 'heard', at: AT + 1 },
    ]);
    expect(run).toMatchObject({ status: 'aborted', frames: [], events: 2, updatedAt: AT + 1 });
    expect(put(run, { type: 'stop', at: AT }).verdict).toEqual({ kind: 'allow', rule: 'ended' });
    expect(fold([])).toBeUndefined();
  });

  test.each(['__proto__', 'constructor', 'toString', 'from-the-future'])(
    'an event of kind %s changes nothing but the count',
    (type) => {
      const run = runAfter({ type: 'start' });
      const after = evolve(run, { type, at: AT + 5 } as unknown as LoopEvent);
      expect(after).toEqual({ ...run, events: 2, updatedAt: AT + 5 });
    },
  );
});

describe('events that fit nothing change nothing', () => {
  const history = openedWith({ steps: [{ name: 's', isDone: false }] });
  const { run } = given(history);
  const workflowEvents: LoopEvent[] = [
    { type: 'wave-begun', at: AT, wave: 1 },
    { type: 'wave-finished', at: AT, wave: 1 },
    { type: 'wave-reviewed', at: AT, review: { wave: 1, score: 1, issues: 0, blockers: 0 } },
    { type: 'thoroughly-reviewed', at: AT, review: { passed: true, blockersRemaining: 0 } },
    { type: 'gated', at: AT, passed: true },
  ];
  test.each<LoopEvent>([
    ...workflowEvents,
    { type: 'stepped', at: AT, index: 7, isDone: true },
    { type: 'step-removed', at: AT, index: 7 },
    { type: 'criterion-removed', at: AT, name: 'c' },
    { type: 'ticked', at: AT, name: 'c', tick: { at: AT, basis: 'observation' } },
    { type: 'unticked', at: AT, name: 'c' },
    { type: 'proved', at: AT, name: 'c', evidence: result('c', true).evidence },
    { type: 'task-changed', at: AT, id: '1', status: 'completed' },
    { type: 'task-removed', at: AT, id: '1' },
  ])('%o', (one) => {
    expect(fold([one], run)).toEqual({ ...run, events: 2 });
  });
});

test('a wave that was finished before is not finished again', () => {
  const wave = (action: 'begin' | 'finish') => ({ type: 'wave', action }) as const;
  const history = [
    { type: 'start', stage: 'executing', shape: 'tool-review' } as const,
    wave('begin'),
    wave('finish'),
  ];
  const run = runAfter(...history, { type: 'prompt', source: 'prompt' }, { type: 'stop' });
  const again = fold([{ type: 'wave-finished', at: AT, wave: 1 }], run);
  expect(again).toEqual({ ...run, events: run.events + 1 });
});

test('an interval that was paused is measured from the end of the run, and never backwards', () => {
  const paused = runAfter({ type: 'start' }, { type: 'pause', at: AT + 10 });
  const resumed = (at: number): number | undefined =>
    fold([{ type: 'resumed', at, limits: topOf(paused).limits }], paused)?.frames[0]?.startedAt;
  expect(resumed(AT + 30)).toBe(AT + 20);
  expect(resumed(AT)).toBe(AT);
});

describe('the memory of a run', () => {
  test('of notes and closed frames, the last 200', () => {
    const notes: LoopEvent[] = Array.from({ length: 205 }, (_, index) => ({
      type: 'noted',
      at: AT,
      note: { kind: 'budget', percent: index },
    }));
    expect(fold(notes, runAfter({ type: 'start' }))?.frames[0]?.notes).toHaveLength(200);
    expect(fold(notes, runAfter({ type: 'start' }))?.frames[0]?.notes[0]).toEqual({
      kind: 'budget',
      percent: 5,
    });
  });

  test('of edited files, the last 200', () => {
    const edits = Array.from({ length: 205 }, (_, index) => `file-${index}`);
    const { breaker } = given(started()).when({ type: 'observe', tools: 1, edits }).frame;
    expect(breaker.edits).toHaveLength(200);
    expect(breaker.edits[0]).toEqual({ path: 'file-5', count: 1 });
  });

  test('a criterion that is added under a known name takes the place of the old one', () => {
    const run = fold(
      [{ type: 'criterion-added', at: AT, criterion: { name: 'c', failures: 0, check: { command: 'x' } } }],
      runAfter({ type: 'start', criteria: [{ name: 'c' }] }),
    );
    expect(run?.frames[0]?.criteria).toEqual([{ name: 'c', failures: 0, check: { command: 'x' } }]);
  });

  test('a task that is added under a known id takes the place of the old one', () => {
    const [task] = frameAfter({ type: 'start' }, { type: 'task', action: 'add', subject: 'A' }).tasks;
    const run = fold(
      [
        { type: 'task-added', at: AT, task: { ...task!, subject: 'B' } },
        { type: 'task-added', at: AT, task: { ...task!, id: '2', blockedBy: ['1', '3'] } },
        { type: 'task-added', at: AT, task: { ...task!, id: '3' } },
      ],
      runAfter({ type: 'start' }, { type: 'task', action: 'add', subject: 'A' }),
    );
    expect(run?.frames[0]?.tasks).toMatchObject([
      { id: '1', subject: 'B', blocks: ['2'] },
      { id: '2', blocks: [] },
      { id: '3', blocks: ['2'] },
    ]);
  });

  test('adding 5,000 tasks one by one recomputes nothing that stays the same', () => {
    const [task] = frameAfter({ type: 'start' }, { type: 'task', action: 'add', subject: 'A' }).tasks;
    let run = runAfter({ type: 'start' });
    const events: LoopEvent[] = Array.from({ length: 5000 }, (_, index) => ({
      type: 'task-added',
      at: AT,
      task: { ...task!, id: String(index) },
    }));
    run = fold(events, run) ?? run;
    const first = run.frames[0]?.tasks[0];
    run = fold([{ type: 'task-added', at: AT, task: { ...task!, id: 'last' } }], run) ?? run;
    expect(run.frames[0]?.tasks).toHaveLength(5001);
    expect(run.frames[0]?.tasks[0]).toBe(first);
  });
});
