import { expect, it } from 'vitest';
import { toReports } from '../../src/model/to-report.ts';
import { HistoryBuilder } from '../support/history-builder.ts';
import { grindRun, longRun, verifiedRun } from '../support/histories.ts';

const check = { command: 'npm test' };

/** A loop with two criteria, one of them proved. */
function halfDone(): HistoryBuilder {
  const history = new HistoryBuilder().start({
    criteria: [{ name: 'tests', check }, { name: 'docs' }],
    limits: { iterations: 2, budgetUsd: 3 },
  });
  return history.work(2, ['a.ts']).verify('tests', 'passed');
}

/** A loop with a criterion and three steps, one of them done. */
function stepsLeft(): HistoryBuilder {
  const history = new HistoryBuilder().start({
    criteria: [{ name: 'tests', check }],
    steps: ['one', 'two', 'three'],
  });
  return history.do({ type: 'step', action: 'done', step: '1' });
}

const HALF = '1 of 2 criteria holds.';

/** A sentence, the run that it tells of, and the next command, if there is any. */
const rows: readonly (readonly [sentence: string, history: HistoryBuilder, next?: string])[] = [
  [
    "✓ Done: tests pass, types hold, no lint findings, ledger stays balanced, run in Claude's own shell · 6 iterations · $3.79",
    verifiedRun(),
  ],
  [
    "Done in part: not finished: Issue 99: rename the product; 4 issues, checked in Claude's own shell · 4 iterations · $2.30",
    grindRun(),
  ],
  ['⏸ Paused: $3.20 of the $3 budget spent, docs not met', halfDone().stop(3.2), 'loop continue --budget 3'],
  ['⏸ Paused: by hand, tests not proved', stepsLeft().do({ type: 'pause' }), 'loop continue'],
  [`Running: iteration 1 of 2. ${HALF}`, halfDone().stop(0)],
  [
    'Running: iteration 1 of 10. Its one criterion does not hold. 2 of 3 steps are open.',
    stepsLeft().stop(0),
  ],
  ['Running: iteration 335. 1 of 12 criteria holds; 10 were proved before the files changed.', longRun(2000)],
  [
    'A draft that was never started.',
    new HistoryBuilder().do({ type: 'draft', runId: 'r', session: 's', frameId: 'f', spec: 'x' }),
    'loop start',
  ],
];

it.for(rows)('the sentence at the top says: %s', ([sentence, history, next]) => {
  const [run] = toReports(history.build());
  expect([run?.headline, run?.next]).toEqual([sentence, next]);
});
