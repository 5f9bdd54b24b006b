import { expect, it } from 'vitest';
import { toReports } from '../../src/model/to-report.ts';
import { HistoryBuilder } from '../support/history-builder.ts';
import { grindRun, longRun, stuckRun, verifiedRun } from '../support/histories.ts';

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
const SAID = 'Done by word: the loop had no criteria, so Claude’s claim was enough.';

/** A sentence, the run that it tells of, and the next command, if there is any. */
const rows: readonly (readonly [sentence: string, history: HistoryBuilder, next?: string])[] = [
  ['Done and proved: all 4 criteria hold, each by a check that ran.', verifiedRun()],
  [
    'Proved, but 2 of 3 steps are open: the one criterion holds, by a check that ran.',
    stepsLeft().verify('tests', 'passed').claim(0),
  ],
  [
    `${SAID.replace('Done', 'Said to be done')} 2 of 2 steps are open.`,
    new HistoryBuilder().start({ steps: ['one', 'two'] }).claim(0),
  ],
  [
    'Paused: by hand. Its one criterion does not hold. 2 of 3 steps are open.',
    stepsLeft().do({ type: 'pause' }),
    'loop continue',
  ],
  [
    'Done, in part by word: 1 of 2 criteria rests on what was said, not on a check.',
    halfDone().do({ type: 'criterion', action: 'tick', name: 'docs' }).claim(0),
  ],
  [SAID, new HistoryBuilder().start().claim(0)],
  [
    `Stuck: same-criterion, no progress with end-to-end suite is green 10 times in a row. ${HALF}`,
    stuckRun(),
    'loop continue',
  ],
  [`Given up: Claude said that it is stuck. ${HALF}`, halfDone().claim(0, 'STUCK')],
  ['Done, but not verified: not finished: Issue 99: rename the product.', grindRun()],
  [
    `Paused: all 2 iterations are used up. ${HALF}`,
    halfDone().stop(0, { message: 'a' }).work(1).stop(0, { message: 'b' }).work(1).stop(0, { message: 'c' }),
    'loop continue',
  ],
  [`Paused: $3.20 of the $3 budget is spent. ${HALF}`, halfDone().stop(3.2), 'loop continue --budget 3'],
  [`Paused: by hand. ${HALF}`, halfDone().do({ type: 'pause' }), 'loop continue'],
  [
    `Paused: blocking: no such module. ${HALF}`,
    halfDone().do({ type: 'failure', kind: 'blocking', reason: 'no such module' }),
    'loop continue',
  ],
  [`Cancelled by the user. ${HALF}`, halfDone().do({ type: 'cancel' })],
  [
    `Stuck: nothing was heard of the loop for more than 2h. ${HALF}`,
    halfDone().wait(10_800_000).stop(0),
    'loop continue',
  ],
  [
    `Overridden: the client ended the turn although the work was to go on. ${HALF}`,
    halfDone().stop(0).do({ type: 'prompt', source: 'prompt' }),
    'loop continue',
  ],
  [`Running: iteration 1 of 2. ${HALF}`, halfDone().stop(0)],
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
