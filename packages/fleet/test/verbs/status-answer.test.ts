import { plain } from 'loopwright/src/terminal/page.ts';
import { expect, test } from 'vitest';
import { statusAnswer } from '../../src/verbs/status-answer.ts';
import { fleetJob } from '../support/fleets.ts';

/** The status of a fleet with a failed job and so many verified ones. */
function statusOf(verified: number): readonly string[] {
  const done = Array.from({ length: Math.min(verified, 50) }, (_, index) => fleetJob(`done-${index}`));
  const { text } = statusAnswer({
    counts: { verified, failed: 1 },
    jobs: [...done, fleetJob('bad', { state: 'failed', reason: 'no such branch' })],
    leastUsd: null,
    agents: [],
    accounts: [],
    budget: { capUsd: null, spentUsd: 1, heldUsd: 0, doubtUsd: 0 },
  });
  return text({ width: 100, paint: plain });
}

test('a small fleet is shown as a whole, and of a large one the jobs that go on or need a person', () => {
  expect(statusOf(2)).toMatchObject([
    '3 jobs: 2 verified, 1 failed',
    expect.stringContaining('done-0'),
    expect.stringContaining('done-1'),
    expect.stringContaining('no such branch'),
    expect.stringContaining('Budget'),
  ]);
  expect(statusOf(9_000)).toMatchObject([
    '9001 jobs: 9000 verified, 1 failed',
    expect.stringContaining('no such branch'),
    expect.stringContaining('Not shown: 9000 verified.'),
    expect.stringContaining('Budget'),
  ]);
});
