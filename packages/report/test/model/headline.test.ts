import { describe, expect, it } from 'vitest';
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

const rows: readonly (readonly [
  name: string,
  history: HistoryBuilder,
  sentence: string,
  next: string | undefined,
])[] = [
  ['proved', verifiedRun(), 'Done and proved: all 4 criteria hold, each by a check that ran.', undefined],
  [
    'proved, with open steps',
    stepsLeft().verify('tests', 'passed').claim(0),
    'Proved, but 2 of 3 steps are open: the one criterion holds, by a check that ran.',
    undefined,
  ],
  [
    'said, with open steps',
    new HistoryBuilder().start({ steps: ['one', 'two'] }).claim(0),
    'Said to be done by word: the loop had no criteria, so Claude’s claim was enough. 2 of 2 steps are open.',
    undefined,
  ],
  [
    'paused, with open steps',
    stepsLeft().do({ type: 'pause' }),
    'Paused: by hand. Its one criterion does not hold. 2 of 3 steps are open.',
    'loop continue',
  ],
  [
    'said, in part',
    halfDone().do({ type: 'criterion', action: 'tick', name: 'docs' }).claim(0),
    'Done, in part by word: 1 of 2 criteria rests on what was said, not on a check.',
    undefined,
  ],
  [
    'said, without any criterion',
    new HistoryBuilder().start().claim(0),
    'Done by word: the loop had no criteria, so Claude’s claim was enough.',
    undefined,
  ],
  [
    'stuck',
    stuckRun(),
    'Stuck: same-criterion, no progress with end-to-end suite is green 10 times in a row. 1 of 2 criteria holds.',
    'loop continue',
  ],
  [
    'given up',
    halfDone().claim(0, 'STUCK'),
    'Given up: Claude said that it is stuck. 1 of 2 criteria holds.',
    undefined,
  ],
  ['ground', grindRun(), 'Ended: Claude found no more issues. 4 of 5 inner loops ended proved.', undefined],
  [
    'out of iterations',
    halfDone().stop(0, { message: 'a' }).work(1).stop(0, { message: 'b' }).work(1).stop(0, { message: 'c' }),
    'Paused: all 2 iterations are used up. 1 of 2 criteria holds.',
    'loop continue',
  ],
  [
    'out of money',
    halfDone().stop(3.2),
    'Paused: $3.20 of the $3 budget is spent. 1 of 2 criteria holds.',
    'loop continue --budget 3',
  ],
  [
    'paused by hand',
    halfDone().do({ type: 'pause' }),
    'Paused: by hand. 1 of 2 criteria holds.',
    'loop continue',
  ],
  [
    'stopped by an error',
    halfDone().do({ type: 'failure', kind: 'blocking', reason: 'no such module' }),
    'Paused: blocking: no such module. 1 of 2 criteria holds.',
    'loop continue',
  ],
  [
    'cancelled',
    halfDone().do({ type: 'cancel' }),
    'Cancelled by the user. 1 of 2 criteria holds.',
    undefined,
  ],
  [
    'silent for too long',
    halfDone()
      .wait(3 * 3_600_000)
      .stop(0),
    'Stuck: nothing was heard of the loop for more than 2h. 1 of 2 criteria holds.',
    'loop continue',
  ],
  [
    'overridden',
    halfDone().stop(0).do({ type: 'prompt', source: 'prompt' }),
    'Overridden: the client ended the turn although the work was to go on. 1 of 2 criteria holds.',
    'loop continue',
  ],
  ['at work', halfDone().stop(0), 'Running: iteration 1 of 2. 1 of 2 criteria holds.', undefined],
  [
    'at work on stale proofs',
    longRun(2000),
    'Running: iteration 335. 1 of 12 criteria holds; 10 were proved before the files changed.',
    undefined,
  ],
  [
    'a draft',
    new HistoryBuilder().do({ type: 'draft', runId: 'r', session: 's', frameId: 'f', spec: 'x' }),
    'A draft that was never started.',
    'loop start',
  ],
];

describe('the sentence at the top', () => {
  it.each(rows)('says how a run stands that is %s', (_name, history, sentence, next) => {
    const [run] = toReports(history.build());
    expect([run?.headline, run?.next]).toEqual([sentence, next]);
  });
});
