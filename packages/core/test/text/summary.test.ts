import { summaryMarkdown } from '../../src/text/summary.ts';
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
- Ending: Cancelled, d, n not proved · 0 of 1 inner loop proved · 1 iteration · $0.00
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
