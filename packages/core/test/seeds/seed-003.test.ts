import { describe, expect, test } from 'vitest';
import { DEFAULT_LIMITS, MAX_LIMITS } from '../../src/model/defaults.ts';
import { announce, autonomyText, startingText, stepDoneText, statusBlock } from '../../src/text/announce.ts';
import { type AnyLoose, given, runAfter, started, topOf } from '../support/given.ts';

const stop = { type: 'stop' } as const;
const ROUTES = ['/api/users', '/api/auth', '/api/products', '/api/orders'];

describe('seed 003: announcements', () => {
  const start = {
    type: 'start',
    spec: 'refactor all API routes to use validation middleware',
    score: 7,
    shape: 'colleague',
    steps: ROUTES.map((route) => `Refactor ${route}`),
  } as const;

  test('seed 003: the start, letter by letter', () => {
    expect(startingText(runAfter({ ...start, steps: [...start.steps] }))).toBe(
      '[LOOP] Starting | Shape: Colleague (7/10) | Steps: 4 | Budget: $25',
    );
  });

  test('seed 003: the start with its scoring, letter by letter', () => {
    const dimensions = [
      { name: 'Outcome', score: 2, because: 'clear refactor' },
      { name: 'Scope', score: 2, because: 'API routes' },
      { name: 'Constraints', score: 1, because: 'middleware implied' },
      { name: 'Success', score: 1, because: 'implicit: works' },
      { name: 'Done', score: 1, because: 'implicit: all routes' },
    ];
    const run = runAfter({ ...start, steps: [...start.steps] });
    expect(startingText(run, dimensions))
      .toBe(`[LOOP] Starting | Shape: Colleague (7/10) | Steps: 4 | Budget: $25

Spec scoring:
- Outcome: 2 (clear refactor)
- Scope: 2 (API routes)
- Constraints: 1 (middleware implied)
- Success: 1 (implicit: works)
- Done: 1 (implicit: all routes)
Total: 7/10 → Colleague-shaped`);
  });

  test('seed 003: a fit score that chose the shape stands beside the score', () => {
    const run = runAfter({ ...start, score: 6, fitScore: 40, shape: 'tool', steps: [] });
    expect(startingText(run, [{ name: 'Outcome', score: 2, because: 'x' }]).split('\n')).toEqual([
      '[LOOP] Starting | Shape: Tool (6/10, fit 40) | Steps: 0 | Budget: $25',
      '',
      'Spec scoring:',
      '- Outcome: 2 (x)',
      'Total: 6/10, fit 40 → Tool-shaped',
    ]);
  });

  const checked = (...names: string[]) => names.map((name) => ({ name, check: { command: 'npm test' } }));

  test.each([
    [{ criteria: checked('tests') }, 'Works alone until tests pass'],
    [{ criteria: checked('lint') }, 'Works alone until lint passes'],
    [{ criteria: checked('tests', 'lint') }, 'Works alone until tests, lint pass'],
    [{ criteria: checked('tests pass', 'lint') }, 'Works alone until this holds: tests pass, lint'],
    [{ criteria: [{ name: 'docs' }] }, 'Works alone until Claude says that the work is done'],
    [{ stage: 'shape' }, 'Works alone until the gate passes'],
    [{ shape: 'tool-review', criteria: checked('tests') }, 'Works alone until tests pass'],
    [
      { shape: 'tool-review', stage: 'shape' },
      'Asks you after each wave; to let it work alone: /loop:continue --shape tool',
    ],
    [
      { shape: 'colleague', criteria: checked('tests') },
      'Asks you after each iteration; to let it work alone: /loop:continue --shape tool',
    ],
    [{ shape: 'colleague', criteria: checked('tests'), isHeadless: true }, 'Works alone until tests pass'],
  ] satisfies [object, string][])('the start says in words how the loop works: %o', (plan, text) => {
    expect(autonomyText(runAfter({ type: 'start', ...plan } as AnyLoose))).toBe(text);
  });

  test.each([
    ['tool', 'Tool'],
    ['tool-review', 'Tool-with-review'],
    ['colleague', 'Colleague'],
  ] as const)('seed 003: without a score the shape %s stands alone', (shape, name) => {
    const run = runAfter({ type: 'start', shape, limits: { budgetUsd: null } });
    expect(startingText(run)).toBe(`[LOOP] Starting | Shape: ${name} | Steps: 0 | Budget: unlimited`);
    const dimensions = [{ name: 'Outcome', score: 2, because: 'x' }];
    expect(startingText(run, dimensions).split('\n').at(-1)).toBe('- Outcome: 2 (x)');
  });

  test('seed 003: before each iteration, letter by letter', () => {
    const { run } = given(started({ steps: ['Refactor /api/users'] })).when({
      type: 'observe',
      tools: 1,
      spent: { usd: 0.5, tokens: 1, from: '', to: 'a' },
    });
    expect(announce({ kind: 'iteration', run: run! })).toBe(
      '[LOOP] Iteration 1/10 | Cost: $0.50/$25 | Step: Refactor /api/users',
    );
  });

  test('seed 003: after each iteration, letter by letter', () => {
    const { run } = given(started({ steps: ROUTES })).when({
      type: 'step',
      action: 'done',
      step: '/api/users',
    });
    expect(stepDoneText(run!, '/api/users')).toBe(
      '[LOOP] ✓ /api/users complete | Progress: 1/4 | Next: /api/auth',
    );
  });

  test('seed 003: on pause, letter by letter', () => {
    const { run } = given(started({ steps: ROUTES })).when(
      { type: 'step', action: 'done', step: '1' },
      { type: 'pause', reason: 'budget' },
    );
    expect(announce({ kind: 'paused', run: run! })).toBe(
      '[LOOP] ⏸ Paused: budget\nProgress: 1 steps complete, 3 remaining\nResume: /loop:continue',
    );
  });

  test('seed 003: the second iteration is counted as such, and no step left is "none"', () => {
    const { run } = given(started()).when(stop, stop);
    expect(announce({ kind: 'iteration', run: run! })).toBe(
      '[LOOP] Iteration 2/10 | Cost: $0.00/$25 | Step: none',
    );
  });
});

describe('seed 003: status block', () => {
  const criteria = [
    { name: '/api/users refactored' },
    { name: '/api/auth refactored' },
    { name: 'tests pass' },
  ];

  test('seed 003: in the middle of the work, letter by letter', () => {
    const { run } = given(started({ criteria, steps: ['Refactor /api/auth'] })).when({
      type: 'criterion',
      action: 'tick',
      name: '/api/users refactored',
    });
    expect(statusBlock(run!)).toBe(`---LOOP_STATUS---
EXIT_SIGNAL: false
CRITERIA: {"/api/users refactored": true, "/api/auth refactored": false, "tests pass": false}
STUCK_COUNT: 0
NEXT: Refactor /api/auth
---END_STATUS---`);
  });

  test('seed 003: at the end, letter by letter', () => {
    const { run } = given(started({ criteria })).when(
      ...criteria.map(({ name }) => ({ type: 'criterion', action: 'tick', name }) as const),
      { type: 'signal', isDone: true },
    );
    expect(statusBlock(run!)).toBe(`---LOOP_STATUS---
EXIT_SIGNAL: true
CRITERIA: {"/api/users refactored": true, "/api/auth refactored": true, "tests pass": true}
STUCK_COUNT: 0
NEXT: none
---END_STATUS---`);
  });

  test('seed 003: STUCK_COUNT is the machine’s count', () => {
    const { run } = given(started({ criteria })).when(stop, stop, stop);
    expect(statusBlock(run!)).toContain('STUCK_COUNT: 2');
  });

  test('seed 003: EXIT_SIGNAL true with everything met is done', () => {
    const { verdict } = given(started()).whenStopped({ statusBlock: { exitSignal: true } });
    expect(verdict).toMatchObject({ rule: 'done' });
  });

  test('seed 003: EXIT_SIGNAL true with a criterion unmet is a claim without its proof', () => {
    const { verdict, frame } = given(started({ criteria })).whenStopped({
      statusBlock: { exitSignal: true },
    });
    expect(verdict).toMatchObject({ rule: 'unproved' });
    expect(frame.exitSignal).toBe(true);
  });

  test('seed 003: CRITERIA that disagree with the record are reported', () => {
    const said = [
      { name: 'tests pass', isMet: true },
      { name: '/api/auth refactored', isMet: false },
      { name: 'nobody knows it', isMet: true },
    ];
    const { verdict } = given(started({ criteria })).whenStopped({ statusBlock: { criteria: said } });
    expect(verdict).toMatchObject({ notes: [{ kind: 'criteria-disagree', criteria: ['tests pass'] }] });
  });
});

describe('seed 003: circuit breakers', () => {
  test('seed 003: same criteria unmet: the fifth repetition opens the circuit, the fourth does not', () => {
    const loop = given(started({ criteria: [{ name: 'tests pass' }] }));
    const turn = [{ type: 'observe', tools: 1 } as const, stop];
    const stops = (count: number): ReturnType<typeof loop.when> =>
      loop.when(...Array.from({ length: count }, () => turn).flat());
    expect(stops(5).verdict?.kind).toBe('block');
    expect(topOf(stops(5).run).breaker.stuckCount).toBe(4);
    expect(stops(6)).toMatchObject({
      verdict: { kind: 'allow', rule: 'breaker' },
      run: { status: 'stuck', ending: { kind: 'stuck', cause: { breaker: 'same-criterion' } } },
    });
  });

  test('seed 003: same error: the third in a row pauses, the second does not', () => {
    const error = (signature: string): { type: 'observe'; tools: number; errors: string[] } => ({
      type: 'observe',
      tools: 1,
      errors: [signature],
    });
    const loop = given(started());
    expect(loop.when(error('a'), error('a'), stop).verdict?.kind).toBe('block');
    expect(loop.when(error('a'), error('a'), error('b'), error('a'), stop).verdict?.kind).toBe('block');
    expect(loop.when(error('a'), stop, error('a'), stop, error('a'), stop).run).toMatchObject({
      status: 'paused',
      ending: { kind: 'paused', cause: { breaker: 'same-error' } },
    });
  });

  test('seed 003: same file: the fifth edit after a failure in one iteration pauses, the fourth does not', () => {
    const edit = { type: 'observe', tools: 1, edits: ['src/a.ts'], hasFailed: true } as const;
    const loop = given(started());
    // The first edit follows no failure.
    expect(loop.when(...Array.from({ length: 5 }, () => edit), stop).verdict?.kind).toBe('block');
    expect(loop.when(...Array.from({ length: 6 }, () => edit), stop).run).toMatchObject({
      status: 'paused',
      ending: { cause: { breaker: 'same-file' } },
    });
    expect(loop.when(edit, edit, edit, stop, edit, edit, edit, stop).verdict?.kind).toBe('block');
    expect(
      loop.when({ ...edit, edits: ['a', 'b', 'c', 'd', 'e'] }, { ...edit, edits: ['f'] }, stop).verdict?.kind,
    ).toBe('block');
  });

  test('seed 003: budget: $25 by default, used up at exactly $25', () => {
    const spend = (usd: number): ReturnType<ReturnType<typeof given>['when']> =>
      given(started()).whenStopped({ spent: { usd, tokens: 0, from: '', to: 'a' } });
    expect(spend(24.99).verdict?.kind).toBe('block');
    expect(spend(25)).toMatchObject({
      verdict: { kind: 'allow', rule: 'limit' },
      run: { status: 'paused', ending: { kind: 'paused', cause: { limit: 'budgetUsd' } } },
    });
  });

  test('seed 003: iterations: ten by default, the eleventh stop pauses', () => {
    const loop = given(started());
    const turn = [{ type: 'observe', tools: 1 } as const, stop];
    const stops = (count: number): ReturnType<typeof loop.when> =>
      loop.when(...Array.from({ length: count }, () => turn).flat());
    expect(stops(10).verdict).toMatchObject({ kind: 'block', iteration: 10 });
    expect(stops(11)).toMatchObject({
      verdict: { kind: 'allow', rule: 'limit' },
      run: { status: 'paused', ending: { kind: 'paused', cause: { limit: 'iterations' } } },
    });
  });
});

describe('seed 003: cost controls and commands', () => {
  test('seed 003: the defaults are 10 iterations and $25, the most are 50 and $100', () => {
    expect(DEFAULT_LIMITS).toMatchObject({ iterations: 10, budgetUsd: 25 });
    expect(MAX_LIMITS).toEqual({ iterations: 50, budgetUsd: 100 });
  });

  test('seed 003: asking for more than the most is clamped, and said', () => {
    const outcome = given().when({ type: 'start', limits: { iterations: 51, budgetUsd: 101 } });
    expect(outcome.frame.limits).toMatchObject({ iterations: 50, budgetUsd: 100 });
    expect(outcome.notices).toEqual([
      { code: 'clamped', limit: 'iterations', from: 51, to: 50 },
      { code: 'clamped', limit: 'budgetUsd', from: 101, to: 100 },
    ]);
    expect(given().when({ type: 'start', limits: { iterations: 50, budgetUsd: 100 } }).notices).toEqual([]);
  });

  test('seed 003: unlimited and none work when given explicitly', () => {
    const { frame, notices } = given().when({ type: 'start', limits: { iterations: null, budgetUsd: null } });
    expect(frame.limits).toMatchObject({ iterations: null, budgetUsd: null });
    expect(notices).toEqual([]);
  });

  test('seed 003: continue --budget=25 adds budget and resumes', () => {
    const { run, frame } = given(started()).when(
      { type: 'stop', spent: { usd: 30, tokens: 0, from: '', to: 'a' } },
      { type: 'resume', add: { budgetUsd: 25 } },
    );
    expect(run?.status).toBe('active');
    expect(frame.limits.budgetUsd).toBe(50);
  });

  test('seed 003: continue without more budget names the missing budget', () => {
    const { rejected, run } = given(started()).when(
      { type: 'stop', spent: { usd: 30, tokens: 0, from: '', to: 'a' } },
      { type: 'resume' },
    );
    expect(rejected).toEqual({ code: 'spent-up', subject: 'budgetUsd' });
    expect(run?.status).toBe('paused');
  });

  test('seed 003: pause, do not kill: the user can continue after every kind of pause', () => {
    const turn = [{ type: 'observe', tools: 1 } as const, stop];
    const { run, frame } = given(started()).when(
      ...Array.from({ length: 11 }, () => turn).flat(),
      { type: 'resume' },
      stop,
    );
    expect(run?.status).toBe('active');
    expect(frame).toMatchObject({ iteration: 11, limits: { iterations: 20 } });
  });

  test('seed 003: cancel terminates', () => {
    expect(given(started()).when({ type: 'cancel' }, { type: 'resume' }).rejected).toEqual({
      code: 'ended',
      subject: 'cancelled',
    });
  });
});

describe('seed 003: shapes', () => {
  test('seed 003: tool-shaped executes silently', () => {
    expect(given(started({ shape: 'tool' })).whenStopped().verdict?.kind).toBe('block');
  });

  test('seed 003: colleague-shaped checks in after each iteration', () => {
    const loop = given(started({ shape: 'colleague' }));
    expect(loop.whenStopped()).toMatchObject({
      verdict: { kind: 'allow', rule: 'needs-user' },
      run: { status: 'active' },
      frame: { iteration: 1 },
    });
    expect(loop.when(stop, { type: 'prompt', source: 'prompt' }, stop).frame.iteration).toBe(2);
  });

  test('seed 003: headless asks no questions', () => {
    expect(given(started({ shape: 'colleague' })).whenStopped({ isHeadless: true }).verdict?.kind).toBe(
      'block',
    );
    expect(given(started({ shape: 'colleague', isHeadless: true })).whenStopped().verdict?.kind).toBe(
      'block',
    );
  });
});
