import { describe, expect, test } from 'vitest';
import type { Notice, Rejection } from '../../src/decide/decision.ts';
import { explanation } from '../../src/text/explain.ts';
import { noticeText } from '../../src/text/notice-text.ts';
import { progressMarkdown } from '../../src/text/progress.ts';
import { receiptOf } from '../../src/text/receipts.ts';
import { rejectionText } from '../../src/text/rejection-text.ts';
import { shipBox } from '../../src/text/ship-box.ts';
import { statusBlock } from '../../src/text/status-block.ts';
import { summaryMarkdown } from '../../src/text/summary.ts';
import { announce, taskName } from '../../src/text/announce.ts';
import {
  AT,
  evidence,
  frameAfter,
  given,
  happened,
  openedWith,
  result,
  runAfter,
  SAME_TREE,
  started,
} from '../support/given.ts';

describe('notices', () => {
  test.each<readonly [Notice, string]>([
    [
      { code: 'clamped', limit: 'iterations', from: 60, to: 50 },
      'Iterations: 60 was asked for, 50 is the most there can be here.',
    ],
    [
      { code: 'clamped', limit: 'budgetUsd', from: 8, to: 6.5 },
      'Budget: $8 was asked for, $6.50 is the most there can be here.',
    ],
    [
      { code: 'clamped', limit: 'timeMs', from: 120_000, to: 60_000 },
      'Time: 2 min was asked for, 1 min is the most there can be here.',
    ],
    [
      { code: 'clamped', limit: 'budgetTokens', from: 9, to: 5 },
      'Tokens: 9 was asked for, 5 is the most there can be here.',
    ],
    [
      { code: 'clamped', limit: 'toString', from: 9, to: 5 },
      'toString: 9 was asked for, 5 is the most there can be here.',
    ],
    [
      { code: 'tick-undone', criterion: 'c' },
      '"c" has a check, so ticking it by hand was undone: run `loop verify`.',
    ],
    [
      { code: 'edit-refused', field: 'steps', reason: 'done-stays', subject: 's' },
      'The edit of steps ("s") in state.json was not taken over: a step that is done stays on record.',
    ],
    [
      { code: 'overridden' },
      'The client ended the last turn although the loop was not done, so the loop is paused. Go on with /loop:continue.',
    ],
    [{ code: 'taken-over', from: 'session-1' }, 'The loop of session session-1 goes on in this session.'],
    [
      { code: 'budget', percent: 80 },
      '80 % of the budget is spent. More comes with `loop continue --budget=N`.',
    ],
    [{ code: 'paused', reason: 'limit' }, 'The loop is paused: limit. Go on with `loop continue`.'],
    [
      { code: 'paused', reason: 'limit', retryAt: AT },
      'The loop is paused: limit. Go on with `loop continue`, best after 2026-02-05T10:00:00Z.',
    ],
    [{ code: 'retry' }, 'An error that may pass: the turn is tried once more.'],
    [{ code: 'ask-panel', subject: 'c' }, '"c" failed: ask the panel (`loop panel`) before trying again.'],
    [{ code: 'all-met' }, 'Every criterion is met. If the work is done, say so with `loop signal done`.'],
  ])('%o', (notice, text) => {
    expect(noticeText(notice)).toBe(text);
  });

  test.each([
    ['bad-name', 'a name is one line of 1 to 200 plain characters'],
    ['checked', 'it has a check, so `loop verify` decides'],
    ['criteria-stay', 'an edit drops no criteria'],
    ['done-stays', 'a step that is done stays on record'],
    ['machine-counts', 'the machine counts'],
    ['spec-stays', 'the spec is what the user typed'],
    ['too-large', 'they are larger than 2,000 characters'],
  ])('an edit refused as %s', (reason, why) => {
    expect(noticeText({ code: 'edit-refused', field: 'f', reason })).toBe(
      `The edit of f in state.json was not taken over: ${why}.`,
    );
  });
});

describe('rejections', () => {
  const missing = [{ kind: 'task', id: '1', subject: 'A' }, { kind: 'gate' }] as const;
  test.each<readonly [Rejection, string]>([
    [{ code: 'no-run' }, 'There is no loop here. Begin one with `loop start "what is to be done"`.'],
    [
      { code: 'already-running', subject: 'r' },
      'A loop is on already. See it with `loop status`, end it with `loop cancel`.',
    ],
    [
      { code: 'ended', subject: 'cancelled' },
      'The loop is over (cancelled). Begin a new one with `loop start`.',
    ],
    [{ code: 'ended', subject: 'paused' }, 'The loop is paused. Go on with `loop continue`.'],
    [{ code: 'ended', subject: 'stuck' }, 'The loop is stuck. Go on with `loop continue`.'],
    [
      { code: 'not-paused' },
      'The loop is going on already; `loop continue` takes a paused one up again, or more budget with `--budget=N`.',
    ],
    [{ code: 'no-spec' }, 'It is not said what is to be done: `loop start "what is to be done"`.'],
    [
      { code: 'bad-limit', subject: 'budgetUsd' },
      'Budget takes a number above 0, in whole ones for iterations and tokens. See `loop start --help`.',
    ],
    [
      { code: 'bad-name', subject: 'a\nb' },
      '"a b" can\'t be a name here: one line of 1 to 200 plain characters, each criterion once. Give it another with `loop criterion add` or `loop step add`.',
    ],
    [
      { code: 'bad-score', subject: 'fit' },
      'The fit score lies outside its range (spec 0 to 10, fit 0 to 75, whole numbers). See `loop score`.',
    ],
    [
      { code: 'too-deep', subject: '32' },
      '32 loops inside each other are the most. Finish this one, or take it off with `loop pop`.',
    ],
    [
      { code: 'spent-up', subject: 'budgetUsd' },
      'The budget is used up. Add to it with `loop continue --budget=N`.',
    ],
    [
      { code: 'spent-up', subject: 'budgetTokens' },
      'Tokens: used up. See how to add to them with `loop continue --help`.',
    ],
    [{ code: 'unknown-step', subject: 'x' }, 'There is no step "x". See them with `loop status`.'],
    [
      { code: 'unknown-criterion', subject: 'x' },
      'There is no such criterion with a check or of this name: "x". See them with `loop status`.',
    ],
    [
      { code: 'checked-criterion', subject: 'x' },
      '"x" has a check, so nobody\'s word changes it: run `loop verify`. To drop it, `loop pause` first.',
    ],
    [{ code: 'unknown-task', subject: '9' }, 'There is no task "9". See them with `loop task list`.'],
    [
      { code: 'task-held', subject: 'worker-1' },
      'The task is held by worker-1. Take another with `loop task claim`.',
    ],
    [
      { code: 'task-blocked', subject: '1' },
      'Task 1 has to be completed first. Take another with `loop task claim`.',
    ],
    [
      { code: 'task-cycle', subject: '1 → 2 → 1' },
      'These tasks would wait for each other: 1 → 2 → 1. Change what blocks them with `loop task change`.',
    ],
    [
      { code: 'nothing-free' },
      'No task is free now: all are done, held or blocked. See them with `loop task list`.',
    ],
    [
      { code: 'no-workflow' },
      'This loop is no workflow, so it has no stages, waves, reviews or gate. See how things stand with `loop status`.',
    ],
    [
      { code: 'wrong-stage', subject: 'intent' },
      'That does not follow from stage intent. Stages go one at a time: `loop stage`.',
    ],
    [
      { code: 'open-tasks', missing },
      'Not while tasks are open: task 1 A, gate. Finish them with `loop task complete`.',
    ],
    [{ code: 'unproved', missing }, 'Still missing: task 1 A, gate. Run `loop next` to see what to do.'],
    [
      { code: 'not-adoptable', subject: 'stack' },
      'The stack file describes no loop in progress. Begin one with `loop start`.',
    ],
    [{ code: 'nothing-to-change' }, 'Nothing changes by that. See how things stand with `loop status`.'],
    [
      { code: 'nothing-to-change', subject: 'wave 1' },
      'Nothing changes by that (wave 1). See how things stand with `loop status`.',
    ],
  ])('%o', (rejection, text) => {
    expect(rejectionText(rejection)).toBe(text);
  });
});

describe('an ending in one line', () => {
  test.each([
    ['verified', undefined, 'verified | every proof holds'],
    ['claimed', undefined, 'claimed | done by word: no check vouches for it'],
    ['gave-up', 'STUCK', 'gave-up:STUCK | Claude gave up'],
    ['stuck', 'idle', 'stuck:idle | the loop got stuck'],
    ['paused', 'budget', 'paused:budget | the loop is paused'],
    ['cancelled', undefined, 'cancelled | the loop was cancelled'],
    ['aborted', 'corrupt', 'aborted:corrupt | the loop was aborted'],
    ['overridden', undefined, 'overridden | the client ended the turn over our block'],
  ] as const)('%s', (kind, detail, text) => {
    const ending = { kind, at: AT, ...(detail !== undefined && { detail }) };
    const { run } = given(openedWith({}, { ending }));
    expect(announce({ kind: 'ended', run: run! })).toBe(`[LOOP] Ended | ${text}`);
    const { run: bare } = given(openedWith({}, { ending, frames: [] }));
    expect(announce({ kind: 'ended', run: bare! })).toBe(`[LOOP] Ended | ${text}`);
  });

  test('of a run that is going on says so, and other news of a run without a frame is none', () => {
    expect(announce({ kind: 'ended', run: runAfter({ type: 'start' }) })).toBe('[LOOP] Active');
    const { run } = given(openedWith({}, { frames: [] }));
    expect(announce({ kind: 'iteration', run: run! })).toBe('');
  });
});

test.each([
  ['1', 'T-001'],
  ['12', 'T-012'],
  ['123', 'T-123'],
  ['1234', '1234'],
  ['T-9', 'T-9'],
  ['a\nb', 'a b'],
])('task %j is called %s', (id, name) => {
  expect(taskName(id)).toBe(name);
});

test('money: whole dollars without cents, spend always with', () => {
  const run = runAfter({ type: 'start', limits: { budgetUsd: 12.5, iterations: null } });
  expect(announce({ kind: 'iteration', run })).toBe(
    '[LOOP] Iteration 1/unlimited | Cost: $0.00/$12.50 | Step: none',
  );
  const none = runAfter({ type: 'start', limits: { budgetUsd: null } });
  expect(announce({ kind: 'iteration', run: none })).toContain('Cost: $0.00/unlimited');
});

test('the status block of a run without a frame is one, too', () => {
  const { run } = given(openedWith({}, { frames: [] }));
  expect(statusBlock(run!)).toBe(
    '---LOOP_STATUS---\nEXIT_SIGNAL: false\nCRITERIA: {}\nSTUCK_COUNT: 0\nNEXT: none\n---END_STATUS---',
  );
});

test('the status block quotes names as JSON does', () => {
  const run = runAfter({ type: 'start', criteria: [{ name: 'say "hi"' }] });
  expect(statusBlock(run)).toContain('CRITERIA: {"say \\"hi\\"": false}');
});

test('the resume announcement names at most twenty criteria', () => {
  const criteria = Array.from({ length: 22 }, (_, index) => ({ name: `c${index}` }));
  expect(announce({ kind: 'resume', run: runAfter({ type: 'start', criteria }) })).toContain(
    'c19 and 2 more',
  );
});

describe('PROGRESS.md', () => {
  test('without tasks goes by steps and criteria', () => {
    const { run } = given(
      started({ spec: 'x', steps: ['a', 'b', 'c'], criteria: [{ name: 'k' }, { name: 'l' }] }),
    ).when({ type: 'step', action: 'done', step: 'a' }, { type: 'criterion', action: 'tick', name: 'k' });
    expect(progressMarkdown(run!)).toBe(`# Loop Progress: x

**Status:** In progress | Iteration 1 | Cost: $0.00/$25

## ✅ Completed
- [x] a

## 🔄 In Progress
- [ ] b

## ⏳ Pending
- [ ] c

## 🎯 Criteria
- [x] k
- [ ] l

## 📊 Metrics
- Steps: 1/3 complete
- Criteria: 1/2 met
- Stuck count: 0
`);
  });

  test('of a loop at rest says how it stands, and of none that there is none', () => {
    expect(progressMarkdown(given(started()).when({ type: 'pause' }).run!)).toContain('**Status:** Paused |');
    expect(progressMarkdown(given(openedWith({}, { frames: [] })).run!)).toBe(
      '# Loop Progress\n\n**Status:** no loop\n',
    );
  });

  test('with every task done stands in its last wave, with those that failed counted', () => {
    const task = { type: 'task', action: 'add' } as const;
    const { run } = given(
      happened({ type: 'start' }, { ...task, subject: 'A' }, { ...task, subject: 'B', blockedBy: ['1'] }),
    ).when(
      { type: 'task', action: 'fail', id: '1' },
      { type: 'task', action: 'complete', id: '1' },
      { type: 'panel', subject: '1 A' },
      { type: 'task', action: 'complete', id: '2' },
    );
    const text = progressMarkdown(run!);
    expect(text).toContain('**Status:** Wave 2 of 2');
    expect(text).toContain('- Stuck count: 1\n- Counsel consulted: Yes');
    expect(text).not.toContain('Pending');
  });

  test('shows tasks that wait for each other last', () => {
    const [one] = frameAfter({ type: 'start' }, { type: 'task', action: 'add', subject: 'A' }).tasks;
    const tasks = [
      { ...one!, id: '1', blockedBy: ['2'] },
      { ...one!, id: '2', blockedBy: ['1'] },
      { ...one!, id: '3' },
    ];
    expect(progressMarkdown(given(openedWith({ tasks })).run!)).toContain('Wave 1 of 2');
  });

  test('names the waves that are done by their range', () => {
    const task = { type: 'task', action: 'add' } as const;
    const chain = [task, { ...task, blockedBy: ['1'] }, { ...task, blockedBy: ['2'] }].map((one) => ({
      ...one,
      subject: 'x',
    }));
    const { run } = given(happened({ type: 'start' }, ...chain)).when(
      { type: 'task', action: 'complete', id: '1' },
      { type: 'task', action: 'complete', id: '2' },
    );
    expect(progressMarkdown(run!)).toContain('## ✅ Completed (Waves 1–2)');
    expect(progressMarkdown(run!)).toContain('## 🔄 In Progress (Wave 3)');
  });
});

describe('summary.md', () => {
  test('says what is proved, what was only said, and how inner loops ended', () => {
    const criteria = [
      { name: 'k', check: { command: 'x' } },
      { name: 'c' },
      { name: 'd' },
      { name: 'n', check: { command: 'y' } },
    ];
    const { run } = given(
      happened({ type: 'start', runId: 'run-1', spec: 'Do it\nwell', criteria, steps: ['s'] }),
    ).when(
      { type: 'verify', results: [result('k', true)] },
      { type: 'criterion', action: 'tick', name: 'c', basis: 'measurement', note: 'p95 80 ms' },
      { type: 'push', spec: 'inner' },
      { type: 'pop', reason: 'not needed' },
      { type: 'cancel', at: AT + 1000 },
    );
    expect(summaryMarkdown(run!)).toBe(`# Loop summary

- Run: run-1
- Status: cancelled
- Ending: [LOOP] Ended | cancelled | the loop was cancelled
- Started: 2026-02-05T10:00:00Z
- Last event: 2026-02-05T10:00:01Z
- Iterations: 0/10
- Cost: $0.00/$25
- Steps: 0/1

## Spec

> Do it
> well

## Criteria

- [x] k (check passed with exit code 0 at 2026-02-05T10:00:00Z, evidence evidence-1)
- [x] c (claimed by measurement: p95 80 ms)
- [ ] d (not claimed)
- [ ] n (check never ran)

## Inner loops

- loop "inner": cancelled:not needed, 0 iterations, $0.00
`);
  });

  test('of a run that is going on, or has no frame, says what there is', () => {
    expect(summaryMarkdown(runAfter({ type: 'start' }))).not.toContain('Ending');
    expect(summaryMarkdown(given(openedWith({}, { frames: [] })).run!)).not.toContain('## Spec');
    const failed = openedWith({
      criteria: [
        { name: 'k', failures: 1, check: { command: 'x' }, evidence: evidence(false, { exitCode: null }) },
      ],
    });
    expect(summaryMarkdown(given(failed).run!)).toContain('- [ ] k (check failed with exit code none at');
  });
});

describe('the ship box', () => {
  const shipment = {
    frame: frameAfter({ type: 'start' }),
    verified: 'x'.repeat(100),
    confidence: 89.6,
    reversibility: 'y'.repeat(100),
    points: 1e12,
    alternative: 'a\nb',
    risk: 'z'.repeat(100),
  };

  test('keeps its frame whatever is put into it', () => {
    const lines = shipBox(shipment).split('\n');
    expect(lines.slice(1).map((line) => line.length)).toEqual([38, 38, 38, 38, 38, 38, 38]);
    expect(lines[3]).toContain('Subjective: ~90%');
    expect(lines[5]).toContain('↳ Alt: a b');
  });
});

describe('receipts', () => {
  const criteria = [{ name: 'c' }, { name: 'd' }];
  test('say what an answered stop left behind', () => {
    const { before, run, ...decision } = given(started({ criteria, steps: ['a', 'b'] })).when(
      { type: 'criterion', action: 'tick', name: 'c' },
      { type: 'step', action: 'done', step: 'a' },
      { type: 'observe', tools: 3, edits: ['src/a.ts'] },
      { type: 'stop', at: AT + 5, spent: { usd: 0.12345678, tokens: 7, from: '', to: 'a' } },
    );
    expect(receiptOf(before, decision, run!)).toEqual({
      at: '2026-02-05T10:00:00.005Z',
      frame: 'frame-1',
      iteration: 0,
      rule: 'continue',
      verdict: 'block',
      met: ['c'],
      unmet: ['d'],
      steps_done: 1,
      steps_total: 2,
      tools: 3,
      files: ['src/a.ts'],
      cost_usd: 0.123457,
      tokens: 7,
    });
  });

  test('say how the frame that stopped ended, not those below it', () => {
    const { before, run, ...decision } = given(
      happened({ type: 'start' }, { type: 'push', spec: 'inner' }),
    ).when({
      type: 'stop',
      signals: [{ kind: 'loop-done', value: 'STUCK', line: 1 }],
      spent: { usd: 2, tokens: 7, from: '', to: 'a' },
    });
    expect(receiptOf(before, decision, run!)).toMatchObject({
      frame: 'frame-2',
      ending: 'gave-up:STUCK',
      cost_usd: 2,
    });
    const last = given(started()).when({ type: 'signal', isDone: true }, { type: 'stop' });
    expect(receiptOf(last.before, last, last.run!)).toMatchObject({
      verdict: 'allow',
      rule: 'done',
      ending: 'claimed',
    });
  });

  test('there is none where nothing was recorded, decided or running', () => {
    const disabled = given(started()).when({ type: 'stop', isDisabled: true });
    expect(receiptOf(disabled.before, disabled, disabled.run!)).toBeUndefined();
    const ticked = given(started({ criteria })).when({ type: 'criterion', action: 'tick', name: 'c' });
    expect(receiptOf(ticked.before, ticked, ticked.run!)).toBeUndefined();
    expect(receiptOf(undefined, disabled, disabled.run!)).toBeUndefined();
  });
});

test('the explanation of a stop, rule by rule', () => {
  const criteria = [{ name: 'k', failures: 0, check: { command: 'x' }, evidence: evidence(true) }];
  const { run } = given(openedWith({ criteria, exitSignal: true, iteration: 10 }));
  expect(explanation(run, { type: 'stop', at: AT, fingerprints: SAME_TREE, waitingFor: [] }))
    .toMatchInlineSnapshot(`
    "   1 disabled   does not hold (disabled: false)
       2 no-loop    does not hold (status: active; openTasks: none)
       3 not-main   does not hold (subagent: false)
       4 ended      does not hold (status: active)
       5 corrupt    does not hold (iteration: 10; limit: 10)
       6 stale      does not hold (silentMs: 0; ttlMs: 7200000)
       7 waiting    does not hold (waitingFor: none)
       8 needs-user does not hold (need: none; shape: tool)
       9 gave-up    does not hold (claim: exit signal)
    → 10 done       fired (claim: exit signal; missing: none)
          Somebody claims the work is done and every proof holds.
      11 breaker    does not hold (breaker: none; sameCriterion: 0; idle: 0; sameMessage: 0; sameError: 0; gate: 0; review: 0)
      12 limit      holds too, came later (limit: iterations; iteration: 10; iterations: 10; spentUsd: 0; budgetUsd: 25)
      13 unproved   does not hold (claim: exit signal; missing: none)
      14 continue   holds too, came later (missing: none)"
  `);
});
