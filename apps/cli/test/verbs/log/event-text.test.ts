import { loopEvent, type LoopEvent } from '@loopwright/core';
import { expect, test } from 'vitest';
import { eventText } from '../../../src/verbs/log/event-text.ts';

test('every event that core knows is said in one line', () => {
  const types = loopEvent.def.options.map((option) => [...option.shape.type.def.values][0]);
  expect(types.length).toBeGreaterThan(30);
  const ending = { kind: 'paused', detail: 'x', at: 1 };
  const frame = { mode: 'issue', spec: 'inner' };
  const evidence = {
    id: 'e',
    at: 1,
    passed: false,
    exitCode: 1,
    durationMs: 1200,
    fingerprint: 'f',
    reason: 'killed',
  };
  // Everything that any event may carry; each writer takes its own from it.
  const everything = {
    at: 1,
    run: { status: 'active', frames: [{ spec: 'outer' }] },
    frame,
    ending,
    status: 'paused',
    limits: {},
    iteration: 2,
    rule: 'waiting',
    isDone: true,
    index: 0,
    steps: ['a', 'b'],
    name: 'docs',
    criterion: { name: 'docs' },
    tick: { basis: 'observation' },
    evidence,
    task: { id: '1', subject: 's' },
    id: '1',
    wave: 1,
    stage: 'shape',
    review: { wave: 1, score: 8, blockers: 0, passed: false, blockersRemaining: 2 },
    passed: true,
    subject: 'login',
    recommendation: 'split it',
    session: 's2',
    reason: 'overloaded',
    tools: 3,
    edits: ['a'],
    errors: [],
    spend: { usd: 1, tokens: 2 },
    extras: { owner: 'x' },
    note: { kind: 'budget' },
  };
  const texts = types.map((type) => eventText({ ...everything, type } as unknown as LoopEvent));
  expect(texts.filter((text) => text === '' || text.includes('\n') || text.includes('undefined'))).toEqual(
    [],
  );
  expect(new Set(texts).size).toBe(texts.length);
});

test('what is said of an event can not move the cursor', () => {
  const text = eventText({ type: 'planned', at: 1, steps: ['a\u001b[2J\nb'] });
  expect(text).toBe('planned: a[2J b');
});
