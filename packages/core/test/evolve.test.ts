import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { evolve, fold } from '../src/evolve.ts';
import { loopEventSchema as loopEvent, type LoopEvent } from '../src/model/event.ts';
import { announce, completeText, startingText, statusBlock } from '../src/text/announce.ts';
import { endLines } from '../src/text/end.ts';
import { explainStop } from '../src/decide/stop.ts';
import { factsLine } from '../src/text/events.ts';
import { progressMarkdown } from '../src/text/progress.ts';
import { summaryMarkdown } from '../src/text/summary.ts';
import { toCriteriaState } from '../src/views/criteria-state.ts';
import { toStackState } from '../src/views/stack-state.ts';
import { toWorkflowState } from '../src/views/workflow-state.ts';
import { arbitraryOf, typesOf } from './support/arbitrary-of.ts';
import { AT, put, runAfter } from './support/given.ts';

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
        for (const kind of ['iteration', 'resume'] as const) announce({ kind, run });
        for (const write of [startingText, completeText, endLines]) write(run);
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

  test('a history without a beginning is a run that is over, and an empty one is none', () => {
    const run = fold([{ type: 'signalled', at: AT, isDone: true }]);
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
