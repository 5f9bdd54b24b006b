import type { Criterion, Ending } from '../../src/model/run.ts';
import { endLines, summaryMarkdown } from '../../src/text/summary.ts';
import { addTask, step, tick, verify } from '../support/commands.ts';
import { AT, evidence, given, happened, openedWith, runAfter } from '../support/given.ts';
import { describe, expect, test } from 'vitest';

describe('summary.md', () => {
  test('shows proofs, claims and the endings of inner loops', () => {
    const criteria = [
      { name: 'k', check: { command: 'x' } },
      { name: 'c' },
      { name: 'd' },
      { name: 'n', check: { command: 'y' } },
      { name: 'e' },
    ];
    const { run } = given(
      happened({ type: 'start', runId: 'run-1', spec: 'Do it\nwell', criteria, steps: ['r', 's'] }),
    ).when(
      step('done', 'r'),
      addTask('A'),
      verify('k', true),
      { type: 'criterion', action: 'tick', name: 'c', basis: 'measurement', note: 'p95 80 ms' },
      tick('e', 'execution output'),
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
- Steps: 1/2

## Spec

> Do it
> well

## Criteria

- [x] k (check passed with exit code 0 at 2026-02-05T10:00:00Z, evidence evidence-1)
- [x] c (claimed by measurement: p95 80 ms)
- [ ] d (not claimed)
- [ ] n (check never ran)
- [x] e (claimed by execution output)

## Completed

- [x] r

## Remaining

- [ ] s
- [ ] T-001: A

## Trust

- "k" (added by Claude), by \`x\`: proved, in Claude's own shell at 2026-02-05T10:00:00Z, passes; never seen failing.
- "c" (added by Claude): claimed, by word at 2026-02-05T10:00:00Z.
- "d" (added by Claude): unmet.
- "n" (added by Claude), by \`y\`: unchecked.
- "e" (added by Claude): claimed, by word at 2026-02-05T10:00:00Z.

## Inner loops

- loop "inner": cancelled:not needed, 0 iterations, $0.00
`);
  });

  test('says of a failed check without an exit code that it has none', () => {
    const failed = openedWith({
      criteria: [
        { name: 'k', failures: 1, check: { command: 'x' }, evidence: evidence(false, { exitCode: null }) },
      ],
    });
    expect(summaryMarkdown(given(failed).run!)).toContain('- [ ] k (check failed with exit code none at');
  });
});

describe('summary.md of a run that has little to tell', () => {
  test('leaves out empty sections', () => {
    expect(summaryMarkdown(runAfter({ type: 'start', spec: 'Do it' }))).toBe(`# Loop summary

- Run: run-1
- Status: active
- Started: 2026-02-05T10:00:00Z
- Last event: 2026-02-05T10:00:00Z
- Iterations: 0/10
- Cost: $0.00/$25
- Steps: 0/0

## Spec

> Do it
`);
  });

  test('ends after its head where there is no frame', () => {
    expect(summaryMarkdown(given(openedWith({}, { frames: [] })).run!)).toBe(`# Loop summary

- Run: run-1
- Status: active
- Started: 2026-02-05T10:00:00Z
- Last event: 2026-02-05T10:00:00Z
`);
  });

  test('quotes no more than 4,000 characters of a spec, and no white space at the end of its lines', () => {
    const lines = summaryMarkdown(runAfter({ type: 'start', spec: `a  \n\n${'b\n'.repeat(3000)}` })).split(
      '\n',
    );
    const quoted = lines.filter((line) => line.startsWith('>'));
    expect(quoted.slice(0, 4)).toEqual(['> a', '>', '> b', '> b']);
    // Of the 4,000 the first two lines have five, so the last that is quoted is a whole `b`.
    expect(quoted.filter((line) => line === '> b')).toHaveLength(1998);
  });
});

const ALL: readonly Criterion[] = [
  { name: 'tests', failures: 0, check: { command: 'npm test' }, evidence: evidence(true) },
  {
    name: 'docs',
    failures: 0,
    check: { judge: 'the README explains it' },
    evidence: {
      ...evidence(true),
      judgement: { answer: 'yes', askedBy: 'hook', model: 'opus', prompt: 1, usd: 0, tokens: 0 },
    },
  },
  { name: 'names are clear', failures: 0, tick: { basis: 'observation', at: AT } },
  { name: 'lint', failures: 0, check: { command: 'x' }, evidence: evidence(false) },
];

function ended(ending: object, criteria: readonly Criterion[] = []): string[] {
  const spend = { usd: 0.04, tokens: 1 };
  const frame = { criteria: [...criteria], iteration: 4, spend, startedAt: AT - 724_000 };
  const { run } = given(openedWith(frame, { ending: { ...ending, at: AT } as Ending }));
  return endLines(run!);
}

const FIGURES = '[LOOP] 4 iterations · 12m 4s · $0.04 · Report: /loop:report';

test('a proved end names each check and what it proved, and the figures without pauses', () => {
  const lines = ended({ kind: 'verified', seen: { hook: ['tests'] } }, ALL.slice(0, 1));
  expect([lines[0], ...lines.slice(-2)]).toEqual([
    '[LOOP] Ended | verified | seen by the hook: tests',
    '[LOOP] Proved: tests (npm test)',
    FIGURES,
  ]);
});

test('what a judge said, what rests on a word, and what is open stand apart', () => {
  expect(ended({ kind: 'claimed', seen: { word: ['names are clear'] } }, ALL)).toContain(
    '[LOOP] Proved: tests (npm test) · Judged: docs · By word: names are clear · Not proved: lint',
  );
});

describe('the next step', () => {
  const RESUME = /\/loop:continue|Resume/;

  test.each(['verified', 'claimed', 'gave-up', 'cancelled', 'aborted'] as const)(
    'a loop that ended as %s is offered none',
    (kind) => {
      expect(ended({ kind }).join('\n')).not.toMatch(RESUME);
    },
  );

  test('a paused loop is announced as seed 003 writes it, with the figures below', () => {
    expect(ended({ kind: 'paused', cause: { kind: 'hand', reason: 'lunch' } })).toEqual([
      '[LOOP] ⏸ Paused: lunch\nProgress: 0 steps complete, 0 remaining\nResume: /loop:continue',
      FIGURES,
    ]);
  });

  test('a stuck loop says how it goes on and how it ends', () => {
    expect(ended({ kind: 'stuck', cause: { kind: 'breaker', breaker: 'idle' } })).toEqual([
      '[LOOP] Stuck: idle | Claude ran no tool in any of the last turns',
      FIGURES,
      'Resume: /loop:continue. End it: /loop:cancel.',
    ]);
  });
});
