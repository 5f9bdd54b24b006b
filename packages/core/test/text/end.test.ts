import { describe, expect, test } from 'vitest';
import type { BreakerName } from '../../src/model/defaults.ts';
import type { Criterion, Ending, Frame, RestCause, Run, Touched } from '../../src/model/run.ts';
import { doubtsLine, endLines, endSentence } from '../../src/text/end.ts';
import { momentsIn } from '../../src/text/moments.ts';
import { AT, evidence, given, openedWith, runAfter } from '../support/given.ts';

const TOUCHED: Touched = { changed: 1, deleted: 0, added: 0, files: [], guarded: [], guardedCount: 0 };

/** A criterion whose check was seen to fail and passes now. */
const tests: Criterion = {
  name: 'tests',
  failures: 0,
  check: { command: 'npm test' },
  baseline: evidence(false),
  evidence: evidence(true),
};
const lint: Criterion = { name: 'lint', failures: 0, check: { command: 'npm run lint' } };
const names: Criterion = { name: 'names are clear', failures: 0, tick: { basis: 'observation', at: AT } };

function ended(ending: object, frame: Partial<Frame> = {}, run: Partial<Run> = {}): Run {
  const spent = { iteration: 2, spend: { usd: 0.21, tokens: 1 } };
  const opened = openedWith({ ...spent, ...frame }, { ...run, ending: { ...ending, at: AT } as Ending });
  return given(opened).run!;
}
const touched = (more: Partial<Touched> = {}): Partial<Run> => ({
  touched: { ...TOUCHED, files: [{ path: 'src/login.js', change: 'changed' }], ...more },
});
const FIGURES = ' · 2 iterations · $0.21';

describe('the sentence of a done loop', () => {
  const verified = { kind: 'verified', seen: { hook: ['tests'] } };

  test('names the check, its command, who ran it, the figures and the changed files', () => {
    expect(endLines(ended(verified, { criteria: [tests] }, touched()))).toEqual([
      '✓ Done: tests (npm test), run by the loop itself · 2 iterations · $0.21 · changed: src/login.js',
    ]);
  });

  test.each<readonly [string, object, readonly Criterion[]]>([
    [
      "✓ Done: lint (npm run lint), run in Claude's own shell; tests (npm test), run by the loop itself",
      { kind: 'verified', seen: { hook: ['tests'], session: ['lint'] } },
      [tests, lint],
    ],
    [
      '✓ Done: docs, judged by a model',
      { kind: 'verified', seen: { judge: ['docs'] } },
      [{ name: 'docs', failures: 0, check: { judge: 'x' } }],
    ],
    [
      '✓ Done: npm test, run by the loop itself',
      { kind: 'verified', seen: { driver: ['npm test'] } },
      [{ ...tests, name: 'npm test' }],
    ],
    [
      'Done, but not all checked: names are clear, without a check; tests (npm test), run by the loop itself',
      { kind: 'claimed', seen: { word: ['names are clear'], hook: ['tests'] } },
      [tests, names],
    ],
    ['Done, but nothing was checked: names are clear, without a check', { kind: 'claimed' }, [names]],
    ['Done, but nothing was checked', { kind: 'claimed' }, []],
    [
      'Done in part: not finished: Issue 2; Issue 1, run by the loop itself',
      { kind: 'claimed', undone: ['Issue 2'], seen: { hook: ['Issue 1'] } },
      [],
    ],
    [
      'Done, but Claude changed what was agreed: removed lint; tests (npm test), run by the loop itself',
      { kind: 'claimed', amended: [{ what: 'removed', subject: 'lint' }], seen: { hook: ['tests'] } },
      [tests],
    ],
    [
      'Done, but not proved: guarded files changed: a; tests (npm test), run by the loop itself',
      { kind: 'claimed', breach: 'guarded files changed: a', seen: { hook: ['tests'] } },
      [tests],
    ],
  ])('%s', (text, ending, criteria) => {
    expect(endSentence(ended(ending, { criteria: [...criteria] }))).toBe(`${text}${FIGURES}`);
  });

  test.each<readonly [string, Partial<Touched>]>([
    [
      ' · changed: a, b.js (deleted) and 298 more',
      {
        changed: 300,
        files: [
          { path: 'a', change: 'changed' },
          { path: 'b.js', change: 'deleted' },
        ],
      },
    ],
    [' · no file changed', { changed: 0, files: [] }],
    [
      ' · changed: a and 2 more',
      { changed: 3, files: undefined, proofFiles: [{ path: 'a', change: 'changed' }] },
    ],
    ['', { unknown: 'the list is gone' }],
  ])('and the files:%s', (text, files) => {
    const [line] = endLines(ended(verified, { criteria: [tests] }, touched(files)));
    expect(line?.split('$0.21')[1]).toBe(text);
  });

  test('says that nothing was changed, and does not doubt it', () => {
    const green = { ...tests, baseline: evidence(true) };
    const unchanged = { ...verified, isUnchanged: true };
    expect(endLines(ended(unchanged, { criteria: [green] }, touched({ changed: 0, files: [] })))).toEqual([
      `✓ Done, but nothing was changed; every check passed before, too: tests (npm test), run by the loop itself${FIGURES}`,
    ]);
  });

  test('says how many inner loops were proved', () => {
    const inner = runAfter({ type: 'start' }, { type: 'push', spec: 'x' }, { type: 'pop' }).closed;
    expect(endSentence(ended({ kind: 'gave-up', signal: 'NO_MORE_ISSUES' }, {}, { closed: inner }))).toBe(
      `Claude gave up: there are no more issues · 0 of 1 inner loop proved${FIGURES}`,
    );
  });
});

describe('the doubts', () => {
  test('stand on one line, the heaviest first, four of them', () => {
    const ending = {
      kind: 'verified',
      seen: { hook: ['tests'] },
      workTree: { path: '/wt', branch: 'fix' },
      unseen: [{ criterion: 'lint', reason: 'it took 12m' }],
    };
    const { baseline: _none, ...green } = tests;
    const criteria = [
      { ...green, name: 'a', baseline: evidence(true) },
      { ...tests, name: 'b', isFlaky: true },
    ];
    const steps = [
      { name: 'one', isDone: true },
      { name: 'two', isDone: false },
    ];
    const guard = { patterns: ['test/**'], isStrict: false };
    const run = ended(
      ending,
      { criteria, steps },
      { guard, ...touched({ guarded: ['test/a.js'], guardedCount: 1 }) },
    );
    expect(endLines(run)[1]).toBe(
      "Doubts: proved in the work tree /wt on branch fix, not in the project's own · guarded files changed: test/a.js · the loop did not run lint: it took 12m · b: flaky, it passed after failing on the same files · 2 more in .loop/summary.md",
    );
    const { workTree: _tree, unseen: _unseen, ...plain } = ending;
    expect(doubtsLine(ended(plain, { criteria, steps }, touched()))).toBe(
      'Doubts: b: flaky, it passed after failing on the same files · a: passes; never seen failing · 1 of 2 steps open',
    );
    const unticked = [{ name: 'one', isDone: false }];
    const proved = { criteria: [tests], steps: unticked };
    expect(doubtsLine(ended(plain, proved, touched()))).toBe('');
    expect(doubtsLine(ended({ kind: 'claimed' }, proved, touched()))).toBe('Doubts: 1 of 1 step open');
  });

  test('a strict guard is named once, in the sentence', () => {
    const breach = 'guarded files changed: a';
    const run = ended(
      { kind: 'claimed', breach },
      { criteria: [tests] },
      { guard: { patterns: ['**'], isStrict: true }, ...touched({ guarded: ['a'], guardedCount: 1 }) },
    );
    expect([endLines(run).length, endSentence(run).includes(breach)]).toEqual([1, true]);
  });
});

function by(breaker: BreakerName): RestCause {
  return { kind: 'breaker', breaker };
}

describe('the sentence of any other end', () => {
  test.each([
    [{ kind: 'gave-up', signal: 'STUCK' }, `Claude gave up. Not proved: lint${FIGURES}`],
    [{ kind: 'cancelled' }, `Cancelled, lint not proved${FIGURES}`],
    [{ kind: 'cancelled', reason: 'enough' }, `Cancelled: enough, lint not proved${FIGURES}`],
    [{ kind: 'aborted' }, `✗ Aborted: the numbers on record make no sense${FIGURES}`],
    [
      { kind: 'aborted', corrupt: { field: 'iteration', reason: 'got "x"' } },
      `✗ Aborted: corrupt iteration: got "x"${FIGURES}`,
    ],
    [{ kind: 'paused', cause: { kind: 'hand' } }, '⏸ Paused: by hand, lint not proved'],
    [{ kind: 'paused', cause: { kind: 'hand', reason: 'lunch' } }, '⏸ Paused: lunch, lint not proved'],
    [
      { kind: 'overridden' },
      '⏸ Paused: Claude Code ended the turn although the loop wanted to go on, lint not proved',
    ],
  ] as const)('%j', (ending, text) => {
    expect(endSentence(ended(ending, { criteria: [tests, lint] }))).toBe(text);
    expect(endSentence(ended(ending, {}, { frames: [] }))).not.toBe('');
  });

  test('of a run that goes on there is none', () => {
    const run = runAfter({ type: 'start' });
    expect([endSentence(run), endLines(run)]).toEqual(['', []]);
  });

  test.each([
    [by('same-error'), 'the same error 3× in a row: Bash: no such module'],
    [by('same-file'), '5 edits of b, each after a failure'],
    [by('permission'), '2 calls refused, the last one: Bash: npm publish'],
    [by('idle'), 'Claude ran no tool in any of the last turns'],
    [by('same-message'), 'Claude said the same words in each of the last turns'],
    [by('same-criterion'), 'no progress in the last 5 turns'],
    [by('gate'), 'the gate failed 3 times'],
    [by('review'), 'the thorough review failed 3 times'],
    [by('judge'), 'the judge of docs was asked as often as it may be'],
    [{ kind: 'stale' }, 'nothing was heard of the loop for more than 2h'],
    [{ kind: 'limit', limit: 'iterations' }, 'all 10 iterations used'],
    [{ kind: 'limit', limit: 'budgetUsd' }, '$25.50 of the $25 budget spent'],
    [{ kind: 'limit', limit: 'budgetTokens' }, '1.2k of 1k tokens used'],
    [{ kind: 'limit', limit: 'timeMs' }, 'the 1h are over'],
    [{ kind: 'failure', failure: 'blocking', reason: 'billing_error' }, 'error of the API (billing_error)'],
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
        stuckCount: 5,
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
    expect(endSentence(ended({ kind: 'stuck', cause }, rested))).toBe(
      `✗ Stuck: ${found}, docs not proved · 1 iteration · $25.50`,
    );
  });

  test('what is left of a workflow with all criteria met are its review and gate', () => {
    const { frames } = runAfter({ type: 'start', stage: 'review' });
    const paused = { kind: 'paused', cause: { kind: 'hand' } };
    expect(endSentence(ended(paused, frames[0]))).toBe('⏸ Paused: by hand, thorough review, gate to come');
    expect(endSentence(ended(paused, { criteria: [tests] }))).toBe('⏸ Paused: by hand, every criterion met');
  });
});

describe('a limit of the API', () => {
  const failure = { type: 'failure', kind: 'rate-limit' } as const;
  const PLAN = "rate_limit: You've hit your session limit · resets 3pm";
  const { day, clock } = momentsIn('local').at(AT + 90_000_000);

  test.each([
    [
      'of a plan',
      { reason: PLAN, retryAt: AT + 90_000_000 },
      ` until ${day} ${clock.slice(0, 5)}`,
      'by itself then, or type "continue"',
    ],
    [
      'of a key',
      { reason: 'try again in 5 minutes', retryAt: AT + 300_000 },
      ` until ${momentsIn('local')
        .text(AT + 300_000)
        .slice(11, 16)}`,
      '/loop:continue',
    ],
    ['without a time', { reason: 'rate_limit' }, '', '/loop:continue'],
  ])('%s says until when it lasts, and how the loop goes on', (_, more, until, goesOn) => {
    expect(endLines(runAfter({ type: 'start' }, { ...failure, ...more }))).toEqual([
      `[LOOP] ⏸ Paused: rate limit of the API${until}`,
      `Resume: ${goesOn}`,
    ]);
  });

  test('a headless run goes on with a command only', () => {
    const run = runAfter(
      { type: 'start', isHeadless: true },
      { ...failure, reason: PLAN, retryAt: AT + 1000 },
    );
    expect(endLines(run).at(-1)).toBe('Resume: /loop:continue');
  });
});

test('the end names the agent of its run', () => {
  const codex = { agent: 'Codex' };
  const idle = { kind: 'stuck', cause: { kind: 'breaker', breaker: 'idle' } };
  expect(endSentence(ended({ kind: 'gave-up' }, {}, codex))).toMatch(/^Codex gave up/);
  expect(endSentence(ended(idle, {}, codex))).toMatch(/^✗ Stuck: Codex ran no tool/);
});
