import { describe, expect, test } from 'vitest';
import { summaryMarkdown } from '../../src/text/summary.ts';
import { AT, evidence, given, happened, openedWith, result, runAfter } from '../support/given.ts';

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
