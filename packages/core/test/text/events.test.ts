import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loopEventSchema as loopEvent, type LoopEvent } from '../../src/model/event.ts';
import { DEFAULT_LIMITS } from '../../src/model/defaults.ts';
import { explainStop } from '../../src/decide/stop.ts';
import { eventText, factsLine } from '../../src/text/events.ts';
import { arbitraryOf } from '../support/arbitrary-of.ts';
import { AT, evidence, frameAfter, given, openedWith, runAfter, SAME_TREE } from '../support/given.ts';

const frame = frameAfter(
  { type: 'start', steps: ['Read the code'] },
  { type: 'task', action: 'add', id: '7', subject: 'Write it' },
);

/** The name of an event, without and with the frame that it happened to. */
const cases: readonly (readonly [name: string, event: LoopEvent, alone: string, inFrame?: string])[] = [
  [
    'a start',
    { type: 'opened', at: AT, run: runAfter({ type: 'start', steps: ['one'] }) },
    'Started: “Make it work”, with 0 criteria and 1 step',
  ],
  ['a draft', { type: 'opened', at: AT, run: runAfter({ type: 'draft' }) }, 'Drafted: “Make it work”'],
  [
    'a push',
    { type: 'pushed', at: AT, frame },
    'Inner loop “Make it work” pushed, with 0 criteria and 1 step',
  ],
  [
    'a pop',
    { type: 'closed', at: AT, ending: { kind: 'verified', at: AT } },
    'Inner loop ended: verified',
    'Inner loop “Make it work” ended: verified',
  ],
  [
    'a pause',
    {
      type: 'rested',
      at: AT,
      status: 'paused',
      ending: { kind: 'paused', cause: { kind: 'limit', limit: 'budgetUsd' }, at: AT },
    },
    'Paused: budget',
  ],
  [
    'an end',
    { type: 'rested', at: AT, status: 'completed', ending: { kind: 'verified', at: AT } },
    'Completed: verified',
  ],
  [
    'a cancel without a reason',
    { type: 'rested', at: AT, status: 'cancelled', ending: { kind: 'cancelled', at: AT } },
    'Cancelled: no reason given',
  ],
  [
    'a resume',
    {
      type: 'resumed',
      at: AT,
      limits: { ...DEFAULT_LIMITS, iterations: 20, budgetUsd: null },
    },
    'Continued, with 20 iterations and no budget limit in all',
  ],
  ['a step', { type: 'stepped', at: AT, index: 0, isDone: true }, 'Step 1 done', 'Step “Read the code” done'],
  ['a step of another frame', { type: 'step-removed', at: AT, index: 8 }, 'Step 9 removed', 'Step 9 removed'],
  ['a plan', { type: 'planned', at: AT, steps: ['one', 'two'] }, '2 steps added: “one”, “two”'],
  [
    'a check that ended by itself',
    { type: 'proved', at: AT, name: 'tests', evidence: evidence(true, { durationMs: 400 }) },
    'Check of “tests” passed in 0.4s',
  ],
  [
    'a check that did not',
    { type: 'proved', at: AT, name: 'tests', evidence: evidence(false, { reason: 'timed out' }) },
    'Check of “tests” failed in 0s: timed out',
  ],
  [
    'a task that is taken',
    { type: 'task-changed', at: AT, id: '7', status: 'in_progress', owner: 'ann' },
    'Task 7 taken by ann',
    'Task 7 “Write it” taken by ann',
  ],
  [
    'a task that failed',
    { type: 'task-changed', at: AT, id: '7', status: 'pending', metadata: { lastFailure: 'red' } },
    'Task 7 failed: red',
  ],
  [
    'a task that is given back',
    { type: 'task-changed', at: AT, id: '7', status: 'pending' },
    'Task 7 given back',
  ],
  ['a task with another subject', { type: 'task-changed', at: AT, id: '7', subject: 'x' }, 'Task 7 changed'],
  ['a question', { type: 'staged', at: AT, question: 'Which one?' }, 'Asked the user: Which one?'],
  ['a score', { type: 'staged', at: AT, specScore: 7 }, 'Workflow details changed'],
  [
    'a warning',
    { type: 'noted', at: AT, note: { kind: 'budget', percent: 80 } },
    '80 % of the budget is spent',
  ],
];

describe('eventText', () => {
  test.each(cases.map(([name, ...rest]) => ({ name, rest })))('names $name', ({ rest }) => {
    const [event, alone, inFrame] = rest;
    expect(eventText(event)).toBe(alone);
    if (inFrame !== undefined) expect(eventText(event, frame)).toBe(inFrame);
  });

  test('names every event in one printable line', () => {
    fc.assert(
      fc.property(arbitraryOf(loopEvent), (event) => {
        expect(eventText(event)).toMatch(/^\P{C}{3,}$/u);
      }),
    );
  });
});

test('the facts of every rule are written in words', () => {
  const criteria = [{ name: 'k', failures: 0, check: { command: 'x' }, evidence: evidence(true) }];
  const { run } = given(openedWith({ criteria, exitSignal: true, iteration: 10 }));
  const rules = explainStop(run, { type: 'stop', at: AT, fingerprints: SAME_TREE, waitingFor: [] });
  expect(rules.map(({ rule, facts }) => `${rule}: ${factsLine(facts)}`).join('\n')).toMatchInlineSnapshot(`
    "disabled: disabled: no
    no-loop: status: active; open tasks: none
    not-main: subagent: no
    ended: status: active
    corrupt: iteration: 10; limit: 10
    stale: silent for: 0s; time to live: 2h
    waiting: waiting for: none
    needs-user: need: none; shape: tool
    gave-up: claim: exit signal
    done: claim: exit signal; missing: none
    breaker: breaker: none; same criterion: 0; same error: 0; same file: 0; permission: 0; idle: 0; same message: 0; gate: 0; review: 0; judge: 0
    limit: limit: iterations; iteration: 10; iterations: 10; spent: $0; budget: $25; spent tokens: 0; budget tokens: none; elapsed: 0s; time: none
    unproved: claim: exit signal; missing: none
    continue: missing: none"
  `);
});

test('the background work of a stop is listed by name', () => {
  const { run } = given(openedWith({}));
  const waitingFor = ['a build', 'a wake-up'];
  const fired = explainStop(run, { type: 'stop', at: AT, waitingFor }).find((one) => one.fired);
  expect(factsLine(fired?.facts ?? {})).toBe('waiting for: a build, a wake-up');
});
