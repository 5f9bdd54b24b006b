import type { BreakerName } from '../../src/model/defaults.ts';
import type { RestCause, Run } from '../../src/model/run.ts';
import { announce, completeText, statusBlock } from '../../src/text/announce.ts';
import { addTask } from '../support/commands.ts';
import { type AnyLoose, AT, given, openedWith, runAfter } from '../support/given.ts';
import { completed, executing, REVIEWED } from '../support/workflows.ts';
import { describe, expect, test } from 'vitest';

function by(breaker: BreakerName): RestCause {
  return { kind: 'breaker', breaker };
}

describe('an ending in one line', () => {
  test.each([
    [{ kind: 'verified' }, 'Ended | verified | every proof holds'],
    [{ kind: 'claimed' }, 'Ended | claimed | done by word: no check vouches for it'],
    [{ kind: 'gave-up', signal: 'STUCK' }, 'Ended | gave-up:STUCK | Claude gave up'],
    [{ kind: 'paused', cause: { kind: 'hand' } }, '⏸ Paused: by hand'],
    [{ kind: 'paused', cause: { kind: 'hand', reason: 'lunch' } }, '⏸ Paused: lunch'],
    [{ kind: 'cancelled' }, 'Ended | cancelled | the loop was cancelled'],
    [{ kind: 'aborted' }, 'Ended | aborted:corrupt | the loop was aborted'],
    [{ kind: 'overridden' }, '⏸ Paused: overridden | the client ended the turn over our block'],
  ] as const)('$0.kind: %s', (how, text) => {
    const ending = { ...how, at: AT };
    const { run } = given(openedWith({}, { ending }));
    expect(announce({ kind: 'ended', run: run! })).toBe(`[LOOP] ${text}`);
    const { run: bare } = given(openedWith({}, { ending, frames: [] }));
    expect(announce({ kind: 'ended', run: bare! })).toBe(`[LOOP] ${text}`);
  });

  test.each([
    [by('same-error'), 'same-error | 3× in a row: Bash: no such module'],
    [by('same-file'), 'same-file | 5 edits of b, each after a failure'],
    [by('permission'), 'permission | 2 calls refused, the last one: Bash: npm publish'],
    [by('idle'), 'idle | Claude ran no tool in any of the last turns'],
    [by('same-message'), 'same-message | Claude said the same words in each of the last turns'],
    [by('same-criterion'), 'same-criterion | no progress with lint clean'],
    [by('gate'), 'gate | the gate failed 3 times'],
    [by('review'), 'review | the thorough review failed 3 times'],
    [by('judge'), 'judge | the judge of docs was asked as often as it may be'],
    [{ kind: 'stale' }, 'stale | nothing was heard of the loop for more than 2h'],
    [{ kind: 'limit', limit: 'iterations' }, 'iterations | all 10 iterations are used up'],
    [{ kind: 'limit', limit: 'budgetUsd' }, 'budget | $25.50 of the $25 budget is spent'],
    [{ kind: 'limit', limit: 'budgetTokens' }, 'tokens | 1.2k tokens of 1k tokens are used up'],
    [{ kind: 'limit', limit: 'timeMs' }, 'time | the 1h are over'],
  ] satisfies readonly (readonly [RestCause, string])[])('%j says what was found', (cause, found) => {
    const { frames } = runAfter({
      type: 'start',
      stage: 'review',
      criteria: [{ name: 'docs', check: { judge: 'x' } }],
    });
    const [frame] = frames;
    const rested = {
      ...frame,
      breaker: {
        ...frame!.breaker,
        lastUnmet: 'lint clean',
        error: 'Bash: no such module #1234abcd',
        errorCount: 3,
        denials: 2,
        denied: 'Bash: npm publish',
        rounds: [
          { path: 'a', count: 4 },
          { path: 'b', count: 5 },
        ],
      },
      criteria: [{ ...frame!.criteria[0]!, rounds: 5 }],
      limits: { iterations: 10, budgetUsd: 25, budgetTokens: 1000, timeMs: 3_600_000 },
      spend: { usd: 25.5, tokens: 1200 },
      workflow: {
        ...frame!.workflow!,
        gate: { passed: false, at: AT, failures: 3 },
        thorough: { passed: false, blockersRemaining: 1, failures: 3 },
      },
    };
    const { run } = given(openedWith(rested, { ending: { kind: 'stuck', cause, at: AT } }));
    expect(announce({ kind: 'ended', run: run! })).toBe(`[LOOP] Stuck: ${found}`);
  });

  test('of an active run says so, and a run without a frame has no other announcement', () => {
    expect(announce({ kind: 'ended', run: runAfter({ type: 'start' }) })).toBe('[LOOP] Active');
    const { run } = given(openedWith({}, { frames: [] }));
    expect(announce({ kind: 'iteration', run: run! })).toBe('');
  });
});

test('money: whole dollars without cents, spend always with', () => {
  const run = runAfter({ type: 'start', limits: { budgetUsd: 12.5, iterations: null } });
  expect(announce({ kind: 'iteration', run })).toBe(
    '[LOOP] Iteration 1/unlimited | Cost: $0.00/$12.50 | Step: none',
  );
  const none = runAfter({ type: 'start', limits: { budgetUsd: null } });
  expect(announce({ kind: 'iteration', run: none })).toContain('Cost: $0.00/unlimited');
});

test('an iteration of a workflow names its task, or its stage where none is open', () => {
  const tasks = [{ subject: 'A' }, { subject: 'B', blockedBy: ['1'] }];
  const work = given(executing(tasks));
  const runs = [
    runAfter({ type: 'start', stage: 'shape' }),
    work.run,
    work.when(completed('1')).run,
    work.when(completed('1'), completed('2')).run,
    runAfter({ type: 'start', stage: 'shape', steps: ['s'] }),
  ];
  expect(runs.map((run) => announce({ kind: 'iteration', run: run! }).split(' | ').at(-1))).toEqual([
    'Stage: shape',
    'Task: T-001 A',
    'Task: T-002 B',
    'Stage: executing',
    'Step: s',
  ]);
});

test('the resume announcement names at most twenty criteria', () => {
  const criteria = Array.from({ length: 22 }, (_, index) => ({ name: `c${index}` }));
  expect(announce({ kind: 'resume', run: runAfter({ type: 'start', criteria }) })).toContain(
    'c19 and 2 more',
  );
});

test('a pause counts the tasks of a loop that has no steps', () => {
  const tasks = ['A', 'B', 'C'].map((subject) => addTask(subject));
  const run = runAfter({ type: 'start' }, ...tasks, { type: 'task', action: 'complete', id: '2' });
  expect(announce({ kind: 'paused', run }).split('\n')[1]).toBe('Progress: 1 steps complete, 2 remaining');
  const both = runAfter({ type: 'start', steps: ['s'] }, ...tasks);
  expect(announce({ kind: 'paused', run: both }).split('\n')[1]).toBe(
    'Progress: 0 steps complete, 1 remaining',
  );
});

test('a pause names the best time to go on, if known', () => {
  const failure = { type: 'failure', kind: 'rate-limit', reason: 'rate_limit' } as const;
  const last = (run: Run): string | undefined => announce({ kind: 'paused', run }).split('\n').at(-1);
  expect(last(runAfter({ type: 'start' }, { ...failure, retryAt: AT + 3_600_000 }))).toBe(
    'Resume: /loop:continue, best after 2026-02-05T11:00:00Z',
  );
  expect(last(runAfter({ type: 'start' }, failure))).toBe('Resume: /loop:continue');
});

describe('a complete loop', () => {
  const tasks = ['A', 'B'].map((subject) => addTask(subject));
  const done = { type: 'task', action: 'complete', id: '1' } as const;

  test('a workflow goes by its tasks, and none that is open passes for verified', () => {
    const run = runAfter({ type: 'start', stage: 'executing' }, ...tasks, done);
    expect(completeText(run)).toBe(
      '<loop-complete>\nTasks, 0 of 2 verified by evidence:\n- T-001: ✗ A (open)\n- T-002: ✗ B (open)\n</loop-complete>',
    );
  });

  test('a workflow without tasks and a loop with some go by their criteria', () => {
    const criteria = [{ name: 'c' }];
    const text = '<loop-complete>\nAll success criteria satisfied:\n- c: ✗\n</loop-complete>';
    const workflow = runAfter({ type: 'start', stage: 'executing', criteria });
    expect(completeText(workflow)).toBe(text);
    expect(completeText(runAfter({ type: 'start', criteria }, ...tasks))).toBe(text);
  });
});

describe('the resume of a workflow', () => {
  const resumed = (...commands: readonly AnyLoose[]): string[] =>
    announce({ kind: 'resume', run: runAfter({ type: 'start', stage: 'executing' }, ...commands) }).split(
      '\n',
    );
  const light = (wave: number, blockers = 0): AnyLoose => ({ type: 'review', wave, score: 8, blockers });

  test('lists the reviews in the order of the waves, the last twenty of them', () => {
    expect(resumed(light(2, 1), light(1))[3]).toBe('Reviews: wave 1: 8/10; wave 2: 8/10, 1 blockers');
    const many = Array.from({ length: 22 }, (_, index) => light(index + 1));
    const reviews = resumed(...many)[3]?.split('; ');
    expect(reviews).toHaveLength(20);
    expect(reviews?.[0]).toBe('Reviews: wave 3: 8/10');
  });

  test('says how the thorough review stands', () => {
    expect(resumed({ type: 'review', blockers: 2, ...REVIEWED })[3]).toBe(
      'Reviews: thorough: 2 blockers remain',
    );
    expect(resumed({ type: 'review', blockers: 0, ...REVIEWED })[3]).toBe('Reviews: thorough: passed');
    expect(resumed({ type: 'review', blockers: 0, ...REVIEWED }, addTask('A'))[3]).toBe(
      'Reviews: thorough: to be done again',
    );
  });
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
