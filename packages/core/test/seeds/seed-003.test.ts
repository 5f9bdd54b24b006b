import { describe, expect, test } from 'vitest';
import { MAX_LIMITS } from '../../src/model/defaults.ts';
import { announce, autonomyText, startingText, stepDoneText, statusBlock } from '../../src/text/announce.ts';
import { endLines } from '../../src/text/end.ts';
import {
  cancel,
  done,
  failing,
  resume,
  spent,
  step,
  stop,
  tick,
  times,
  tool,
  user,
} from '../support/commands.ts';
import { type AnyLoose, given, runAfter, started } from '../support/given.ts';

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
      ...spent(0.5, 1),
    });
    expect(announce({ kind: 'iteration', run: run! })).toBe(
      '[LOOP] Iteration 1/10 | Cost: $0.50/$25 | Step: Refactor /api/users',
    );
  });

  test('seed 003: after each iteration, letter by letter', () => {
    const { run } = given(started({ steps: ROUTES })).when(step('done', '/api/users'));
    expect(stepDoneText(run!, '/api/users')).toBe(
      '[LOOP] ✓ /api/users complete | Progress: 1/4 | Next: /api/auth',
    );
  });

  test('seed 003: on pause, letter by letter', () => {
    const { run } = given(started({ steps: ROUTES })).when(step('done', '1'), {
      type: 'pause',
      reason: 'budget',
    });
    expect(endLines(run!).join('\n')).toBe(
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
    const { run } = given(started({ criteria, steps: ['Refactor /api/auth'] })).when(
      tick('/api/users refactored'),
    );
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
      done,
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

  test('seed 003: EXIT_SIGNAL true is a claim: done with everything met, else without its proof', () => {
    const statusBlock = { exitSignal: true };
    expect(given(started()).whenStopped({ statusBlock }).rule).toBe('done');
    const unmet = given(started({ criteria })).whenStopped({ statusBlock });
    expect(unmet).toMatchObject({ rule: 'unproved', frame: { exitSignal: true } });
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

const plain = given(started());
const turn = [tool, stop] as const;

describe('seed 003: circuit breakers', () => {
  test('seed 003: same criteria unmet: the fifth repetition opens the circuit, the fourth does not', () => {
    const loop = given(started({ criteria: [{ name: 'tests pass' }] }));
    expect(loop.when(...times(5, ...turn))).toMatchObject({
      verdict: { kind: 'block' },
      frame: { breaker: { stuckCount: 4 } },
    });
    expect(loop.when(...times(6, ...turn))).toMatchObject({
      verdict: { kind: 'allow', rule: 'breaker' },
      run: { status: 'stuck', ending: { kind: 'stuck', cause: { breaker: 'same-criterion' } } },
    });
  });

  test('seed 003: same error: the third in a row pauses, the second does not', () => {
    const [a, b] = [failing('a'), failing('b')];
    expect(plain.when(a, a, stop).verdict?.kind).toBe('block');
    expect(plain.when(a, a, b, a, stop).verdict?.kind).toBe('block');
    expect(plain.when(a, stop, a, stop, a, stop)).toMatchObject({
      cause: 'same-error',
      run: { status: 'paused' },
    });
  });

  test('seed 003: same file: the fifth edit after a failure in one iteration pauses, the fourth does not', () => {
    const edit = { ...tool, edits: ['src/a.ts'], hasFailed: true };
    // The first edit follows no failure.
    expect(plain.when(...times(5, edit), stop).verdict?.kind).toBe('block');
    expect(plain.when(...times(6, edit), stop)).toMatchObject({
      cause: 'same-file',
      run: { status: 'paused' },
    });
    expect(plain.when(...times(3, edit), stop, ...times(3, edit), stop).verdict?.kind).toBe('block');
    const many = { ...edit, edits: ['a', 'b', 'c', 'd', 'e'] };
    expect(plain.when(many, { ...edit, edits: ['f'] }, stop).verdict?.kind).toBe('block');
  });

  test('seed 003: budget: $25 by default, used up at exactly $25', () => {
    expect(plain.whenStopped(spent(24.99)).verdict?.kind).toBe('block');
    expect(plain.whenStopped(spent(25))).toMatchObject({
      verdict: { kind: 'allow', rule: 'limit' },
      cause: 'budgetUsd',
      run: { status: 'paused' },
    });
  });

  test('seed 003: iterations: ten by default, the eleventh stop pauses, and the user can continue', () => {
    expect(plain.when(...times(10, ...turn)).verdict).toMatchObject({ kind: 'block', iteration: 10 });
    const paused = times(11, ...turn);
    expect(plain.when(...paused)).toMatchObject({
      verdict: { kind: 'allow', rule: 'limit' },
      cause: 'iterations',
      run: { status: 'paused' },
    });
    expect(plain.when(...paused, resume, stop)).toMatchObject({
      run: { status: 'active' },
      frame: { iteration: 11, limits: { iterations: 20 } },
    });
  });
});

describe('seed 003: cost controls and commands', () => {
  test('seed 003: the most are 50 iterations and $100, more is clamped, and said', () => {
    expect(MAX_LIMITS).toEqual({ iterations: 50, budgetUsd: 100 });
    const start = (iterations: number | null, budgetUsd: number | null) =>
      given().when({ type: 'start', limits: { iterations, budgetUsd } });
    const clamped = start(51, 101);
    expect(clamped.frame.limits).toMatchObject({ iterations: 50, budgetUsd: 100 });
    expect(clamped.notices).toEqual([
      { code: 'clamped', limit: 'iterations', from: 51, to: 50 },
      { code: 'clamped', limit: 'budgetUsd', from: 101, to: 100 },
    ]);
    expect(start(50, 100).notices).toEqual([]);
    // Unlimited and none work when given explicitly.
    expect(start(null, null)).toMatchObject({
      notices: [],
      frame: { limits: { iterations: null, budgetUsd: null } },
    });
  });

  test('seed 003: continue --budget=25 adds budget and resumes; without it the missing budget is named', () => {
    const overspent = { ...stop, ...spent(30) };
    expect(plain.when(overspent, { ...resume, add: { budgetUsd: 25 } })).toMatchObject({
      run: { status: 'active' },
      frame: { limits: { budgetUsd: 50 } },
    });
    const { refused, run } = plain.when(overspent, resume);
    expect([refused, run?.status]).toEqual(['spent-up: budgetUsd', 'paused']);
  });

  test('seed 003: cancel terminates', () => {
    expect(plain.when(cancel, resume).refused).toBe('ended: cancelled');
  });
});

describe('seed 003: shapes', () => {
  const colleague = given(started({ shape: 'colleague' }));

  test('seed 003: tool-shaped executes silently', () => {
    expect(given(started({ shape: 'tool' })).whenStopped().verdict?.kind).toBe('block');
  });

  test('seed 003: colleague-shaped checks in after each iteration', () => {
    expect(colleague.whenStopped()).toMatchObject({
      verdict: { kind: 'allow', rule: 'needs-user' },
      run: { status: 'active' },
      frame: { iteration: 1 },
    });
    expect(colleague.when(stop, user, stop).frame.iteration).toBe(2);
  });

  test('seed 003: headless asks no questions', () => {
    expect(colleague.whenStopped({ isHeadless: true }).verdict?.kind).toBe('block');
    const alone = given(started({ shape: 'colleague', isHeadless: true }));
    expect(alone.whenStopped().verdict?.kind).toBe('block');
  });
});
