import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loopEventSchema as loopEvent, type LoopEvent } from '../../src/model/event.ts';
import { DEFAULT_LIMITS } from '../../src/model/defaults.ts';
import { explainStop } from '../../src/decide/stop.ts';
import { eventText, factsLine } from '../../src/text/events.ts';
import { arbitraryOf } from '../support/arbitrary-of.ts';
import { AT, evidence, given, openedWith, runAfter, SAME_TREE } from '../support/given.ts';

const run = runAfter(
  { type: 'start', steps: ['Read the code'] },
  { type: 'task', action: 'add', id: '7', subject: 'Write it' },
);
const [frame] = run.frames;

/** An event of this kind. */
function event<T extends LoopEvent['type']>(type: T, fields: object): LoopEvent {
  return { type, at: AT, ...fields } as unknown as LoopEvent;
}
const rested = (status: string, ending: object): LoopEvent =>
  event('rested', { status, ending: { at: AT, ...ending } });
const limits = { ...DEFAULT_LIMITS, iterations: 20, budgetUsd: null };
const checked = (passed: boolean, more: object): LoopEvent =>
  event('proved', { name: 'tests', evidence: evidence(passed, more) });
const task7 = (fields: object): LoopEvent => event('task-changed', { id: '7', ...fields });

describe('eventText', () => {
  test.each<readonly [LoopEvent, string]>([
    [
      event('opened', { run: runAfter({ type: 'start', steps: ['one'] }) }),
      'Started: “Make it work”, with 0 criteria and 1 step',
    ],
    [event('opened', { run: runAfter({ type: 'draft' }) }), 'Drafted: “Make it work”'],
    [event('pushed', { frame }), 'Inner loop “Make it work” pushed, with 0 criteria and 1 step'],
    [event('closed', { ending: { kind: 'verified', at: AT } }), 'Inner loop ended: verified'],
    [rested('completed', { kind: 'verified' }), 'verified'],
    [event('resumed', { limits }), 'Continued, with 20 iterations and no budget limit in all'],
    [event('stepped', { index: 0, isDone: true }), 'Step 1 done'],
    [event('planned', { steps: ['one', 'two'] }), '2 steps added: “one”, “two”'],
    [checked(true, { durationMs: 400 }), 'Check of “tests” passed in 0.4s'],
    [checked(false, { reason: 'timed out' }), 'Check of “tests” failed in 0s: timed out'],
    [task7({ status: 'in_progress', owner: 'ann' }), 'Task 7 taken by ann'],
    [task7({ status: 'pending', metadata: { lastFailure: 'red' } }), 'Task 7 failed: red'],
    [task7({ status: 'pending' }), 'Task 7 given back'],
    [task7({ subject: 'x' }), 'Task 7 changed'],
    [event('staged', { question: 'Which one?' }), 'Asked the user: Which one?'],
    [event('staged', { specScore: 7 }), 'Workflow details changed'],
    [event('noted', { note: { kind: 'budget', percent: 80 } }), '80 % of the budget is spent'],
  ])('%o', (one, text) => {
    expect(eventText(one)).toBe(text);
  });

  test.each<readonly [LoopEvent, string]>([
    [event('closed', { ending: { kind: 'verified', at: AT } }), 'Inner loop “Make it work” ended: ✓ Done'],
    [
      rested('paused', { kind: 'paused', cause: { kind: 'limit', limit: 'iterations' } }),
      '⏸ Paused: all 10 iterations used',
    ],
    [event('stepped', { index: 0, isDone: true }), 'Step “Read the code” done'],
    [event('step-removed', { index: 8 }), 'Step 9 removed'],
    [task7({ status: 'in_progress', owner: 'ann' }), 'Task 7 “Write it” taken by ann'],
  ])('in its run, %o', (one, text) => {
    expect(eventText(one, run)).toBe(text);
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

test('an event names the agent of its run', () => {
  const codex = runAfter({ type: 'start', agent: 'Codex' });
  expect(eventText(event('observed', { tools: 1, edits: [], errors: [] }), codex)).toBe('Codex ran 1 tool');
  expect(eventText(event('signalled', { isDone: true }), codex)).toBe('Codex claims that the work is done');
  const inSession = runAfter({ type: 'start', agent: 'Codex' }, { type: 'claim', session: 'another' });
  expect(eventText(event('signalled', { isDone: true }), inSession)).toMatch(/^Claude claims/);
});
